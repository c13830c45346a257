-- Takes from an allowance that refills steadily: as much as `burst` at once, and no more than the refill in the long run.
-- KEYS: the allowance, held as the time (microseconds) at which it is full again.
-- ARGV: cost, burst, microseconds a unit, the lot to take where there is more than the cost.
-- Returns what was taken (0: there is not enough), what is left, and the milliseconds until it is full, or until there
-- is enough.
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
local cost, burst, unit, lot = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
local there = math.floor((burst * unit - (full - now)) / unit)
if there < cost then
    return {0, there, math.ceil((full + cost * unit - burst * unit - now) / 1000)}
end
local taken = math.max(cost, math.min(lot, there))
local spent = full + taken * unit
local lasts = math.ceil((spent - now) / 1000)
redis.call('SET', KEYS[1], string.format('%.0f', spent), 'PX', lasts)
return {taken, there - taken, lasts}
