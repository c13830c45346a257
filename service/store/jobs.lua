-- Every step of a job, whole or not at all: ARGV[1] names it, and it is said below, with the rest of ARGV, where it is
-- written. Sent again after a time-out, each of them finds what it did before and answers alike.
-- KEYS: the job; the first match of each chunk (list); packed rows by chunk; counters; chunks that are out, by the time
--       (ms) from which they are sent for again; notes on each chunk that is out; the tombstone; the jobs that have not
--       ended ("id/asker"), by how many of their matches are left; what is there while nothing may begin.
local JOB, FIRSTS, ROWS, SUMS, OUT, NOTES, WAS, UNFINISHED, DRAINING = unpack(KEYS)
local STRIKES, TRIES, SHARES = 3, 10, 4
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)

local function whole(number)
    return string.format('%.0f', number)
end

local function get(field)
    return redis.call('HGET', JOB, field)
end

local function note(chunk, name)
    return redis.call('HGET', NOTES, chunk .. ':' .. name)
end

local function write_note(chunk, name, value)
    redis.call('HSET', NOTES, chunk .. ':' .. name, value)
end

local function forget(chunk, ...)
    for _, name in ipairs({...}) do
        redis.call('HDEL', NOTES, chunk .. ':' .. name)
    end
end

local function unfinished()
    local status = get('status')
    return status == 'queued' or status == 'running'
end

-- All that belongs to a job goes at the same time.
local function keep()
    local until_ms = get('expires_at')
    for at = 1, 6 do
        redis.call('PEXPIREAT', KEYS[at], until_ms)
    end
end

local function keep_from_now()
    redis.call('HSET', JOB, 'expires_at', whole(now + tonumber(get('keep_ms'))))
    redis.call('SET', WAS, '', 'PX', whole(tonumber(get('keep_ms')) + tonumber(get('tombstone_ms'))))
    keep()
end

-- Without a number whoever waits is woken, whatever for.
local function tell(number)
    redis.call('PUBLISH', get('channel'), get('id') .. ' ' .. number)
end

local function member()
    return get('id') .. '/' .. get('asker')
end

local function finish(status, cause)
    redis.call('HSET', JOB, 'status', status, 'ended_at', whole(now))
    redis.call('ZREM', UNFINISHED, member())
    if cause then
        redis.call('HSET', JOB, 'cause', cause)
    end
    redis.call('DEL', OUT, NOTES)
    keep_from_now()
    tell('')
end

-- Returns one past the last match of a chunk.
local function last_of(chunk)
    return redis.call('LINDEX', FIRSTS, chunk + 1) or get('cut')
end

-- Cuts chunks of `size` matches off what is in none yet, until `window` of them are out; returns their numbers.
local function cut(size, window, patience)
    local made = {}
    local first, matches = tonumber(get('cut')), tonumber(get('matches'))
    while first < matches and redis.call('ZCARD', OUT) < window do
        local chunk = redis.call('RPUSH', FIRSTS, whole(first)) - 1
        redis.call('ZADD', OUT, whole(now + patience), chunk)
        first = math.min(first + size, matches)
        made[#made + 1] = chunk
    end
    redis.call('HSET', JOB, 'cut', whole(first))
    return made
end

-- A run of a chunk ended badly, in match `at` ('' where that isn't known). A match that ends its run three times fails
-- the job; runs that were ended from outside meet another match each time, and are no more than tried again.
local function strike(chunk, at, cause)
    local where, strikes = note(chunk, 'where'), tonumber(note(chunk, 'strikes') or 0)
    if at == '' then
        strikes = math.max(strikes, 1)
    elseif where == at then
        strikes = strikes + 1
    else
        strikes = (strikes > 0 and not where) and 2 or 1
        write_note(chunk, 'where', at)
    end
    write_note(chunk, 'strikes', strikes)
    forget(chunk, 'lease', 'until', 'at')
    if strikes >= STRIKES then
        finish('failed', cause or ('Match ' .. at .. ' ended the process that played it, three times.'))
        return true
    end
    return false
end

-- Returns by how many matches a job is too much for the house, and for who asks: false where it isn't. An empty house
-- takes any one job, and of who has none unfinished any one for which there is room.
local function excess(matches, asker, most_matches, most_jobs)
    local all, jobs, own, own_jobs = matches, 0, matches, 0
    local there = redis.call('ZRANGE', UNFINISHED, 0, -1, 'WITHSCORES')
    for at = 1, #there, 2 do
        local left = tonumber(there[at + 1])
        all, jobs = all + left, jobs + 1
        if string.match(there[at], '/(.*)$') == asker then
            own, own_jobs = own + left, own_jobs + 1
        end
    end
    local too_many = jobs > 0 and (all > most_matches or jobs >= most_jobs)
    local too_many_own = own_jobs > 0 and (own > most_matches / SHARES or own_jobs >= most_jobs / SHARES)
    return too_many and math.max(0, all - most_matches), too_many_own and math.max(0, own - most_matches / SHARES)
end

local steps = {}

-- ARGV: matches; who asks; most matches and most jobs that may be unfinished; seconds to keep it, and its tombstone for
-- longer; then as `cut` wants it; then fields and values. Returns "opened" and the chunks to send for, or why it wasn't:
-- "there" already, "draining", or "house" or "asker", and how many matches are too many. Let in and opened are one step:
-- whoever counts the unfinished after saying that nothing may begin has counted all that there will be.
function steps.open(matches, asker, most_matches, most_jobs, keep_seconds, tombstone_seconds, size, window, patience, ...)
    if redis.call('EXISTS', JOB) == 1 then
        return {'there'}
    end
    if redis.call('EXISTS', DRAINING) == 1 then
        return {'draining'}
    end
    local of_all, of_own = excess(tonumber(matches), asker, tonumber(most_matches), tonumber(most_jobs))
    if of_own then
        return {'asker', math.ceil(of_own)}
    end
    if of_all then
        return {'house', math.ceil(of_all)}
    end
    redis.call('HSET', JOB, 'matches', matches, 'asker', asker, 'status', 'queued', 'done', 0, 'cut', 0, 'created_at', whole(now), 'moved_at', whole(now),
        'keep_ms', whole(keep_seconds * 1000), 'tombstone_ms', whole(tombstone_seconds * 1000), ...)
    local made = cut(tonumber(size), tonumber(window), tonumber(patience))
    redis.call('ZADD', UNFINISHED, matches, member())
    keep_from_now()
    return {'opened', unpack(made)}
end

-- ARGV: chunk, token of this run, ms of the lease. Returns the first match, one past the last, and how many runs the
-- chunk has had with this one; or nothing where there is nothing (more) to do.
function steps.begin(chunk, token, lease)
    local first = redis.call('LINDEX', FIRSTS, chunk)
    if not first or not unfinished() or redis.call('HEXISTS', ROWS, chunk) == 1 then
        return false
    end
    local last = last_of(chunk)
    local holder = note(chunk, 'lease')
    if holder ~= token then
        if holder and tonumber(note(chunk, 'until')) > now then
            return false
        end
        if holder and strike(chunk, note(chunk, 'at') or '') then
            return false
        end
        local tries = tonumber(note(chunk, 'tries') or 0) + 1
        if tries > TRIES then
            finish('failed', 'Matches ' .. first .. ' to ' .. whole(last - 1) .. ' were begun ' .. TRIES
                .. ' times, and never came to their end.')
            return false
        end
        write_note(chunk, 'tries', tries)
        write_note(chunk, 'lease', token)
        if get('status') == 'queued' then
            redis.call('HSET', JOB, 'status', 'running', 'started_at', whole(now))
            keep_from_now()
            tell(0)
        end
    end
    write_note(chunk, 'until', whole(now + lease))
    redis.call('ZADD', OUT, whole(now + lease), chunk)
    keep()
    return {tonumber(first), tonumber(last), tonumber(note(chunk, 'tries'))}
end

-- ARGV: chunk, token, ms of the lease, the match that is played next ('' where nobody needs to know). Returns 1, or
-- nothing where this run is to stop.
function steps.hold(chunk, token, lease, at)
    if not unfinished() or note(chunk, 'lease') ~= token then
        return false
    end
    write_note(chunk, 'until', whole(now + lease))
    if at ~= '' then
        write_note(chunk, 'at', at)
    end
    redis.call('ZADD', OUT, whole(now + lease), chunk)
    return 1
end

-- ARGV: chunk, token, first match that was played and one past the last, packed rows, then as `cut` wants it, then names
-- and counts. Counts the chunk, unless it was counted, whoever played it. Returns whether the job is done, then the
-- chunks to send for; or nothing.
function steps.finish(chunk, token, first, last, packed, size, window, patience, ...)
    if redis.call('HGET', NOTES, chunk .. ':counted') == token then
        return cmsgpack.unpack(note(chunk, 'sent'))
    end
    -- A Redis that lost what it had answered may have cut this chunk anew, of another size.
    if redis.call('LINDEX', FIRSTS, chunk) ~= first or last_of(chunk) ~= last then
        return false
    end
    if not unfinished() or redis.call('HSETNX', ROWS, chunk, packed) == 0 then
        return false
    end
    local counts = {...}
    for at = 1, #counts, 2 do
        redis.call('HINCRBY', SUMS, counts[at], counts[at + 1])
    end
    local done = redis.call('HINCRBY', JOB, 'done', last - first)
    redis.call('HSET', JOB, 'moved_at', whole(now))
    redis.call('ZREM', OUT, chunk)
    forget(chunk, 'lease', 'until', 'at', 'tries', 'strikes', 'where', 'sends')
    if done == tonumber(get('matches')) then
        finish('done')
        return {1}
    end
    local answer = {0, unpack(cut(tonumber(size), tonumber(window), tonumber(patience)))}
    write_note(chunk, 'counted', token)
    write_note(chunk, 'sent', cmsgpack.pack(answer))
    redis.call('ZADD', UNFINISHED, tonumber(get('matches')) - done, member())
    keep_from_now()
    tell(whole(done))
    return answer
end

-- ARGV: chunk, token, the match, what went wrong there, ms until it is sent for again. Returns whether the chunk is to
-- be sent for, or nothing where another run has it.
function steps.strike(chunk, token, at, cause, patience)
    if not unfinished() or note(chunk, 'lease') ~= token then
        return false
    end
    if strike(chunk, at, cause) then
        return 0
    end
    redis.call('ZADD', OUT, whole(now + patience), chunk)
    return 1
end

-- Ends the job, unless it has ended. Returns 1, or nothing where there is no such job.
function steps.cancel()
    if redis.call('EXISTS', JOB) == 0 then
        return false
    end
    if unfinished() then
        finish('cancelled')
    end
    return 1
end

-- ARGV: ms that it may stand still, the cause. Fails a job that has not moved for so long. Returns 1 where it has ended
-- now or before, or nothing.
function steps.give_up(standstill, cause)
    if unfinished() and now - tonumber(get('moved_at')) >= tonumber(standstill) then
        finish('failed', cause)
    end
    return not unfinished() and 1
end

-- ARGV as `cut` wants it. Returns the chunks to send for, because they are overdue or because too few are out; or nothing
-- where the job has ended or is gone.
function steps.again(size, window, patience)
    if not unfinished() then
        return false
    end
    local overdue = redis.call('ZRANGEBYSCORE', OUT, 0, whole(now), 'LIMIT', 0, window)
    for at, chunk in ipairs(overdue) do
        -- What waits behind others is not lost: it is sent for ever more seldom.
        local sends = redis.call('HINCRBY', NOTES, chunk .. ':sends', 1)
        redis.call('ZADD', OUT, whole(now + patience * 2 ^ math.min(sends, 8)), chunk)
        overdue[at] = tonumber(chunk)
    end
    for _, chunk in ipairs(cut(tonumber(size), tonumber(window), tonumber(patience))) do
        overdue[#overdue + 1] = chunk
    end
    keep()
    return overdue
end

return steps[ARGV[1]](unpack(ARGV, 2))
