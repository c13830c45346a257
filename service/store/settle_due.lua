-- Moves or removes a match's due time, unless another commit has set it anew meanwhile.
-- KEYS: due. ARGV: match, due time that was seen ("": none), new due time ("" removes it).
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1])) ~= tonumber(ARGV[2]) then
    return 0
end
if ARGV[3] == '' then
    return redis.call('ZREM', KEYS[1], ARGV[1])
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
