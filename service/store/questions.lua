-- Every step of a question about words, whole or not at all: ARGV[1] names it. Sent again after a time-out, each finds
-- what it did before and answers alike.
-- KEYS: the question, and those that have no answer yet ("id/asker/kilobytes/until when it is kept (ms)"), by the time
--       (ms) from which they are sent for again.
local QUESTION, UNANSWERED = KEYS[1], KEYS[2]
local TRIES, SHARES, RUN_MS = 5, 4, 10000
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)

local function whole(number)
    return string.format('%.0f', number)
end

local function settle(status, field, value)
    local member, channel, id = unpack(redis.call('HMGET', QUESTION, 'member', 'channel', 'id'))
    redis.call('HSET', QUESTION, 'status', status, field, value)
    redis.call('ZREM', UNANSWERED, member)
    redis.call('PUBLISH', channel, id .. ' 1')
end

local steps = {}

-- Opens a question that is not there, or whose answer failed. ARGV: id, asker, kilobytes, ms to keep it, ms until it is
-- sent for again, the most questions and the most kilobytes without an answer, then fields and values.
-- Returns "opened", "there", or who has no room left: "house" or "asker".
function steps.open(id, asker, kilobytes, keep, patience, most, room, ...)
    local status = redis.call('HGET', QUESTION, 'status')
    if status and status ~= 'failed' then
        if status == 'done' then
            redis.call('HSET', QUESTION, 'expires_at', whole(now + keep))
            redis.call('PEXPIRE', QUESTION, keep)
        end
        return 'there'
    end
    local questions, size, own, own_size = 1, tonumber(kilobytes), 1, tonumber(kilobytes)
    local gone = {}
    for _, member in ipairs(redis.call('ZRANGE', UNANSWERED, 0, -1)) do
        local whose, large, until_ms = string.match(member, '^[^/]*/([^/]*)/(%d+)/(%d+)$')
        if tonumber(until_ms) <= now then
            table.insert(gone, member)
        else
            questions, size = questions + 1, size + large
            if whose == asker then
                own, own_size = own + 1, own_size + large
            end
        end
    end
    if own > 1 and (own * SHARES > tonumber(most) or own_size * SHARES > tonumber(room)) then
        return 'asker'
    end
    if questions > tonumber(most) or size > tonumber(room) then
        return 'house'
    end
    local until_ms = whole(now + keep)
    local member = table.concat({id, asker, kilobytes, until_ms}, '/')
    -- First: a full store refuses it, but nothing more once the script has freed something.
    redis.call('HSET', QUESTION, 'id', id, 'member', member, 'status', 'queued', 'tries', 0, 'created_at', whole(now),
        'expires_at', until_ms, ...)
    redis.call('HDEL', QUESTION, 'cause', 'sent')
    redis.call('PEXPIREAT', QUESTION, until_ms)
    for _, old in ipairs(gone) do
        redis.call('ZREM', UNANSWERED, old)
    end
    redis.call('ZADD', UNANSWERED, now + patience, member)
    return 'opened'
end

-- A run begins, and fails what has brought too many runs to their end. While one lasts no other is sent for, unless it
-- lasts so long that its worker may have died. ARGV: why it then failed.
-- Returns what is asked, or nothing where there is nothing to answer any more.
function steps.begin(cause)
    if redis.call('HGET', QUESTION, 'status') ~= 'queued' then
        return false
    end
    if redis.call('HINCRBY', QUESTION, 'tries', 1) > TRIES then
        settle('failed', 'cause', cause)
        return false
    end
    redis.call('ZADD', UNANSWERED, 'XX', now + RUN_MS, redis.call('HGET', QUESTION, 'member'))
    return redis.call('HGET', QUESTION, 'asked')
end

-- Sets down the answer ("done") or why there will be none ("failed"), once. ARGV: which of them, and what.
function steps.answer(status, said)
    if redis.call('HGET', QUESTION, 'status') == 'queued' then
        settle(status, status == 'done' and 'answer' or 'cause', said)
    end
    return 1
end

-- Lets a question be sent for again, later each time. ARGV: its name among the unanswered, ms until the next time.
-- Returns 0 where there is nothing to answer any more.
function steps.again(member, patience)
    if redis.call('HGET', QUESTION, 'status') ~= 'queued' then
        redis.call('ZREM', UNANSWERED, member)
        return 0
    end
    local sent = redis.call('HINCRBY', QUESTION, 'sent', 1)
    redis.call('ZADD', UNANSWERED, now + patience * 2 ^ math.min(sent, 6), member)
    return 1
end

return steps[ARGV[1]](unpack(ARGV, 2))
