import { Hono } from 'hono'
import type { Env } from '../core/faults.ts'
import { html } from '../core/html.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { done, readBody, scriptRoutes } from '../core/script-routes.ts'
import { accessRoutes } from './access.ts'
import { loginChannel } from './channel.ts'
import { lineGrants } from './grants.ts'
import { inspector, lineScript, usersTable } from './inspector.ts'
import { liffScript } from './liff-script.ts'
import type { Line } from './line.ts'
import { botApi } from './messaging/api.ts'
import { openBot } from './messaging/bot.ts'
import { botChannel } from './messaging/channel.ts'
import { botRoutes } from './messaging/routes.ts'
import { notifyShop } from './messaging/webhook.ts'
import { oauthRoutes } from './oauth.ts'
import { lineUsers } from './users.ts'

const isFriendship = (word: string) => word === 'none' || word === 'friend' || word === 'blocked'

/** LINE: users and friendships, LINE Login, LIFF, and the official account with its chats and webhooks. */
export function lineProvider(setting: Setting): Provider {
  const line: Line = {
    ...setting,
    channel: loginChannel(setting.env),
    users: lineUsers(setting.store),
    grants: lineGrants(setting.store, setting.now),
  }
  const bot = openBot(line, botChannel(setting.env))
  line.users.onChange(({ user, before, after }) => {
    if (after !== 'friend' && before !== 'friend') return
    const notified =
      after === 'friend'
        ? notifyShop(bot, user.id, 'follow', { follow: { isUnblocked: before === 'blocked' } })
        : notifyShop(bot, user.id, 'unfollow')
    // The shop may not be running, or this process may be ending.
    notified.catch(() => undefined)
  })
  const routes = new Hono<Env>()
    .get('/', () => inspector(line))
    .get('/users.json', (c) => c.json({ users: line.users.all() }))
    .post('/friendship', async (c) => {
      const { user = '', friendship = '', back = '' } = await readBody(c.req.raw)
      if (!isFriendship(friendship)) return c.json({ error: 'friendship: none, friend or blocked' }, 400)
      const changed = line.users.setFriendship(user, friendship)
      return changed === undefined
        ? c.json({ error: 'user' }, 404)
        : done(c.req.raw, back === 'chat' ? `/sandbox/line/chat?user=${user}` : '/sandbox/line/', changed)
    })
    // For tests: issues a token as a login would, for any channel and with any age.
    .post('/token.json', async (c) => {
      const {
        user = '',
        client_id = line.channel.id,
        expires_in = '3600',
        scope = 'profile openid',
      } = await readBody(c.req.raw)
      if (line.users.get(user) === undefined) return c.json({ error: 'user' }, 404)
      const { token } = line.grants.issueToken(user, client_id, scope, Number(expires_in) * 1000)
      return c.json({ access_token: token })
    })
    .get('/sdk.js', (c) =>
      c.body(liffScript(line.channel), 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
      }),
    )
    .route('/script', scriptRoutes({ scripts: line.scripts, ...lineScript }))
    .route('/api', oauthRoutes(line))
    .route('/', accessRoutes(line))
    .route('/', botRoutes(bot))

  return {
    name: 'line',
    title: 'LINE',
    card: () => html`<h3>LINE</h3><p class="small muted">LINEログイン、LIFF、友だち追加の代役。</p>
<ul class="links"><li><a href="/sandbox/line/">利用者と友だちを見る</a></li><li><a href="/sandbox/line/chat">トークを見る</a></li><li><a href="/sandbox/line/liff/${line.channel.liffId}/">LINEの中でお店を開く</a></li></ul>`,
    guide: () => html`<h2>LINEの利用者</h2>${usersTable(line)}`,
    routes,
    root: ['/v2', botApi(bot)],
  }
}
