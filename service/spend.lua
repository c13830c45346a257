-- Spends from an allowance that refills steadily: as much as `burst` at once, and no more than the refill in the long run.
-- KEYS: the allowance, held as the time (microseconds) at which it is full again. ARGV: cost, burst, microseconds a unit.
-- Returns whether it was enough, what is left, and the milliseconds until it is full, or until there is enough.
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
local cost, burst, unit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local spent = full + cost * unit
local early = spent - burst * unit - now
if early > 0 then
    return {0, math.floor((burst * unit - (full - now)) / unit), math.ceil(early / 1000)}
end
local lasts = math.ceil((spent - now) / 1000)
redis.call('SET', KEYS[1], string.format('%.0f', spent), 'PX', lasts)
return {1, math.floor((burst * unit - (spent - now)) / unit), lasts}
