-- One step of one match, whole or not at all. Sent again after a time-out it finds its own token and says so.
-- While nothing new may begin it opens and starts no match, and returns 2: whoever counts what is played after saying so
-- has counted all that there will be.
-- KEYS: match, its log, its told events, its tombstone, the matches that are being played, those that wait for a bot,
--       what is there while nothing may begin, and the board of scores that the match ends on (its own key: none).
-- ARGV: version it changes ("" for a new match), token, seconds to keep the match, seconds to keep its tombstone,
--       channel, message, number of fields and values, number of log lines, its name among those that are being played
--       after "+" (it is) or "-" (no longer) or "" (as before), the time (ms) from which it waits too long for a bot (""
--       as before), its id, its rank and its win as the board keeps them ("" without a score), how many wins a board
--       keeps, then fields and lines, then the told events.
local now = redis.call('HMGET', KEYS[1], 'version', 'token')
if (now[1] or '') ~= ARGV[1] then
    return now[2] == ARGV[2] and 1 or 0
end
local crossing, name = string.sub(ARGV[9], 1, 1), string.sub(ARGV[9], 2)
local begins = ARGV[1] == '' or (crossing == '+' and not redis.call('ZSCORE', KEYS[5], name))
if begins and redis.call('EXISTS', KEYS[7]) == 1 then
    return 2
end
local pairs_end = 14 + tonumber(ARGV[7])
local lines_end = pairs_end + tonumber(ARGV[8])
redis.call('HSET', KEYS[1], 'version', (tonumber(now[1]) or 0) + 1, 'token', ARGV[2], unpack(ARGV, 15, pairs_end))
if lines_end > pairs_end then
    redis.call('RPUSH', KEYS[2], unpack(ARGV, pairs_end + 1, lines_end))
end
if #ARGV > lines_end then
    redis.call('RPUSH', KEYS[3], unpack(ARGV, lines_end + 1))
end
if crossing == '+' then
    redis.call('ZADD', KEYS[5], 0, name)
elseif crossing == '-' then
    redis.call('ZREM', KEYS[5], name)
end
if ARGV[10] ~= '' then
    redis.call('ZADD', KEYS[6], ARGV[10], ARGV[11])
end
if ARGV[13] ~= '' then
    redis.call('ZADD', KEYS[8], ARGV[12], ARGV[13])
    redis.call('ZREMRANGEBYRANK', KEYS[8], 0, -1 - ARGV[14])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('EXPIRE', KEYS[3], ARGV[3])
redis.call('SET', KEYS[4], '', 'EX', ARGV[4])
redis.call('PUBLISH', ARGV[5], ARGV[6])
return 1
