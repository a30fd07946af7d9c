import { Hono } from 'hono'
import type { Env } from '../../core/faults.ts'
import { done, readBody } from '../../core/script-routes.ts'
import type { Bot } from './bot.ts'
import { chatOf } from './bot.ts'
import { accountLinkPage, chatPage, linkedPage } from './pages.ts'
import { notifyShop, sendAgain } from './webhook.ts'

const NONCE = /^[\w+/=-]{10,255}$/

/** The chat page, the data that tests read, and the account link dialog. */
export function botRoutes(bot: Bot): Hono<Env> {
  const { line } = bot
  const tokenOf = (given: string) => {
    const found = bot.linkTokens.get(given)
    return found && found.until > line.now().getTime() ? found : undefined
  }
  return new Hono<Env>()
    .get('/chat', (c) => chatPage(bot, line.users.get(c.req.query('user') ?? '') ?? line.users.all()[0]!))
    .get('/chat.json', (c) => c.json({ messages: chatOf(bot, c.req.query('user') ?? '') }))
    .get('/webhooks.json', (c) => c.json({ webhooks: bot.webhooks.newest(50) }))
    .post('/webhooks/again', async (c) => {
      const { id = '' } = await readBody(c.req.raw)
      const sent = bot.webhooks.get(id)
      if (sent === undefined) return c.json({ error: 'id' }, 404)
      await sendAgain(bot, sent)
      return done(c.req.raw, `/sandbox/line/chat?user=${sent.userId}`, { ok: true })
    })
    .get('/access/dialog/bot/accountLink', (c) => {
      const { linkToken = '', nonce = '' } = c.req.query()
      const found = tokenOf(linkToken)
      if (!found || !NONCE.test(nonce)) return linkedPage(false)
      return accountLinkPage(linkToken, nonce, line.users.get(found.userId)?.name ?? '')
    })
    .post('/access/dialog/bot/accountLink', async (c) => {
      const { linkToken = '', nonce = '' } = await readBody(c.req.raw)
      const found = tokenOf(linkToken)
      if (!found || !NONCE.test(nonce)) return linkedPage(false)
      bot.linkTokens.remove(linkToken)
      await notifyShop(bot, found.userId, 'accountLink', { link: { result: 'ok', nonce } })
      return linkedPage(true)
    })
}
