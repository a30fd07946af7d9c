import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { type Answer, type Env, withFault } from '../../core/faults.ts'
import type { Bot } from './bot.ts'

/** An error in a message, in LINE's format; none if it may be sent. */
type Detail = { message: string; property: string }

const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const boxLayouts = ['horizontal', 'vertical', 'baseline']
const parts = ['box', 'button', 'icon', 'image', 'separator', 'text', 'span', 'filler']

/**
 * The rules for the message types that a shop sends: text and Flex. Not all of LINE's rules, but those that matter in
 * practice.
 */
function checkMessage(raw: unknown, path: string): Detail[] {
  const message = record(raw)
  const wrong = (property: string, text: string): Detail => ({ message: text, property: `${path}.${property}` })
  if (message.type === 'text') return isText(message.text, 5000) ? [] : [wrong('text', 'May not be empty')]
  if (message.type !== 'flex') return [wrong('type', 'must be one of text, flex')]
  const details: Detail[] = isText(message.altText, 400) ? [] : [wrong('altText', 'must be 1 to 400 characters')]
  const bubble = record(message.contents)
  if (bubble.type !== 'bubble') return [...details, wrong('contents.type', 'must be bubble')]
  for (const block of ['header', 'body', 'footer'])
    if (bubble[block] !== undefined) details.push(...checkPart(bubble[block], `${path}.contents.${block}`, true))
  if (JSON.stringify(bubble).length > 30_000) details.push(wrong('contents', 'The bubble is too large'))
  return details
}

const isText = (value: unknown, most: number) => typeof value === 'string' && value !== '' && value.length <= most

function checkPart(raw: unknown, path: string, mustBeBox = false): Detail[] {
  const part = record(raw)
  const at = (property: string, message: string): Detail[] => [{ message, property: `${path}.${property}` }]
  const type = String(part.type)
  if (mustBeBox ? type !== 'box' : !parts.includes(type)) return at('type', 'invalid property')
  if (type === 'text') return isText(part.text, 2000) ? [] : at('text', 'must be specified')
  if (type === 'image') return /^https:\/\//.test(String(part.url)) ? [] : at('url', 'invalid uri scheme')
  if (type === 'button') return checkAction(part.action, `${path}.action`)
  if (type !== 'box') return []
  if (!boxLayouts.includes(String(part.layout))) return at('layout', 'must be specified')
  if (!Array.isArray(part.contents)) return at('contents', 'must be specified')
  return part.contents.flatMap((one, index) => checkPart(one, `${path}.contents[${index}]`))
}

function checkAction(raw: unknown, path: string): Detail[] {
  const action = record(raw)
  const details: Detail[] = []
  if (!isText(action.label, 20)) details.push({ message: 'must be 1 to 20 characters', property: `${path}.label` })
  if (action.type !== 'uri') details.push({ message: 'must be uri', property: `${path}.type` })
  if (!/^(https?|tel|line):/.test(String(action.uri)) || String(action.uri).length > 1000)
    details.push({ message: 'invalid uri', property: `${path}.uri` })
  return details
}

/** The calls in this file, by the names used for ordered failures. */
export const BOT_APIS = ['push', 'bot-profile', 'link-token'] as const

const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const KEPT = 500

/** Accepts a push. A user who blocked or never followed the account receives nothing, and LINE does not report it. */
function push(bot: Bot, body: { to?: unknown; messages?: unknown }, retryKey: string | undefined): Answer {
  const { line, chats, retryKeys } = bot
  if (retryKey !== undefined && !UUID.test(retryKey)) return json({ message: 'The retry key is invalid' }, 400)
  const before = retryKey === undefined ? undefined : retryKeys.get(retryKey)
  if (before) return json({ message: 'The retry key is already accepted', ...before }, 409)
  const messages = Array.isArray(body.messages) ? (body.messages as Record<string, unknown>[]) : []
  if (messages.length === 0 || messages.length > 5)
    return json({ message: 'Size must be between 1 and 5', details: [{ message: 'Size', property: 'messages' }] }, 400)
  const details = messages.flatMap((one, index) => checkMessage(one, `messages[${index}]`))
  if (details.length > 0) return json({ message: `The request body has ${details.length} error(s)`, details }, 400)
  const user = line.users.get(String(body.to))
  if (user === undefined) return json({ message: "The property, 'to', in the request body is invalid" }, 400)
  const sentMessages = messages.map((message) => {
    const id = String(line.store.next('line.message-id') + 500_000_000)
    if (user.friendship === 'friend') chats.put(id, { id, to: user.id, at: line.now().toISOString(), message }, user.id)
    return { id, quoteToken: randomBytes(12).toString('base64url') }
  })
  chats.trim(KEPT)
  if (retryKey !== undefined) retryKeys.put(retryKey, { sentMessages })
  return json({ sentMessages })
}

/** The Messaging API, at the root of this process: LINE's SDK supports only an origin without a path. */
export function botApi(bot: Bot): Hono<Env> {
  const { line, channel } = bot
  const guarded = async (c: Context<Env>, api: (typeof BOT_APIS)[number], run: () => Answer): Promise<Response> => {
    if (c.req.header('authorization') !== `Bearer ${channel.accessToken}`)
      return c.json({ message: 'Authentication failed. Confirm that the access token is valid.' }, 401)
    return withFault(
      c,
      line.scripts.take('line', api),
      () => line.store.atomic(run),
      (code) => json({ message: 'scripted' }, /^[45]\d\d$/.test(code) ? Number(code) : 400),
    )
  }
  return new Hono<Env>()
    .post('/bot/message/push', async (c) => {
      const body = (await c.req.json().catch(() => ({}))) as object
      return guarded(c, 'push', () => push(bot, body, c.req.header('x-line-retry-key')))
    })
    .get('/bot/profile/:id', (c) =>
      guarded(c, 'bot-profile', () => {
        const user = line.users.get(c.req.param('id'))
        if (user?.friendship !== 'friend') return json({ message: 'Not found' }, 404)
        return json({ userId: user.id, displayName: user.name, language: 'ja' })
      }),
    )
    .post('/bot/user/:id/linkToken', (c) =>
      guarded(c, 'link-token', () => {
        const user = line.users.get(c.req.param('id'))
        if (user?.friendship !== 'friend') return json({ message: 'Not found' }, 404)
        const token = randomBytes(24).toString('base64url')
        bot.linkTokens.put(token, { token, userId: user.id, until: line.now().getTime() + 600_000 })
        return json({ linkToken: token })
      }),
    )
}
