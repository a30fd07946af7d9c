import { Hono } from 'hono'
import type { Env } from '../core/faults.ts'
import { html } from '../core/html.ts'
import { page } from '../core/page.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { done, scriptRoutes } from '../core/script-routes.ts'
import { openInbox } from './inbox.ts'
import { bodyPage, listPage, messagePage, SCRIPT } from './pages.ts'
import { createSmtp } from './smtp.ts'

/** Messages on the page. */
const SHOWN = 100

const missing = () =>
  page({
    title: 'メールが見つかりません',
    status: 404,
    body: html`<h1>メールが見つかりません</h1><p><a href="/sandbox/mail/">メールの一覧へ</a></p>`,
  })

export type MailProvider = Provider & { smtpPort: () => number }

/** The mailbox: receives by SMTP and shows the mails on a page. */
export function mailProvider(setting: Setting & { host: string; smtpPort: number }): MailProvider {
  const { store, scripts, now, publicUrl } = setting
  const inbox = openInbox(store)
  const smtp = createSmtp(inbox, scripts, now)
  let port = 0

  const routes = new Hono<Env>()
    .get('/', async (c) => {
      const to = c.req.query('to') ?? ''
      const received = inbox.list(to)
      const shown = await Promise.all(received.slice(0, SHOWN).map(inbox.read))
      return listPage(shown, received.length, to, scripts)
    })
    .get('/messages.json', async (c) =>
      c.json({ messages: await Promise.all(inbox.list(c.req.query('to')).map(inbox.read)) }),
    )
    .delete('/messages.json', (c) => {
      for (const one of inbox.list(c.req.query('to'))) inbox.messages.remove(one.id)
      return c.json({ ok: true })
    })
    .post('/clear', (c) => {
      inbox.messages.clear()
      return done(c.req.raw, '/sandbox/mail/', { ok: true })
    })
    .route('/script', scriptRoutes({ scripts, ...SCRIPT }))
    .get('/:id', async (c) => {
      const found = inbox.messages.get(c.req.param('id'))
      return found === undefined ? missing() : messagePage(await inbox.read(found))
    })
    .get('/:id/html', async (c) => {
      const found = inbox.messages.get(c.req.param('id'))
      return found === undefined ? missing() : bodyPage(await inbox.read(found), publicUrl())
    })

  return {
    name: 'mail',
    title: 'メール',
    card: () => html`<h3>メール</h3><p class="small muted">お店が送ったメール（${inbox.messages.count()}通）。外には届きません。</p>
<ul class="links"><li><a href="/sandbox/mail/">メールを見る</a></li></ul>`,
    routes,
    start: async () => {
      port = await smtp.start(setting.smtpPort, setting.host)
    },
    stop: smtp.stop,
    smtpPort: () => port,
  }
}
