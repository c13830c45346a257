-- Lets a job in among those that are unfinished, unless there are too many; one that is there already stays.
-- KEYS: unfinished jobs (member "id/matches"), by the time they were let in. ARGV: member, its matches, time (ms), most
-- matches of all together, most jobs. An empty house takes any one job.
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
    return 1
end
local there = redis.call('ZRANGE', KEYS[1], 0, -1)
local matches = tonumber(ARGV[2])
for _, member in ipairs(there) do
    matches = matches + tonumber(string.match(member, '/(%d+)$'))
end
if #there > 0 and (matches > tonumber(ARGV[4]) or #there >= tonumber(ARGV[5])) then
    return 0
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
