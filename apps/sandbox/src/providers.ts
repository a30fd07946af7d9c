import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { amazonProvider } from './amazon/provider.ts'
import { issue, PROGRAMS, programFor } from './carriers/issue.ts'
import { deskPage, type ReceivedFile } from './carriers/pages.ts'
import { conversionsProvider } from './conversions/provider.ts'
import type { Env } from './core/faults.ts'
import { html } from './core/html.ts'
import type { Provider, Setting } from './core/provider.ts'
import { done } from './core/script-routes.ts'
import { gmoProvider } from './gmo/provider.ts'
import { gmoDeferredProvider } from './gmo-deferred/provider.ts'
import { gmoOpenApiProvider } from './gmo-openapi/provider.ts'
import { lineProvider } from './line/provider.ts'
import { type MailProvider, mailProvider } from './mail/provider.ts'
import { npProvider } from './np/provider.ts'
import { paidyProvider } from './paidy/provider.ts'
import { paypayProvider } from './paypay/provider.ts'
import { postcodeProvider } from './postcode/provider.ts'
import { riskProvider } from './risk/provider.ts'

/** Number of files kept for inspection. */
const KEPT = 200

/** The carriers' programs: they read the shop's files, print the labels and return the numbers. */
function carriersProvider({ store, now }: Setting): Provider {
  const received = store.collection<ReceivedFile>('carriers.files')

  function take(file_name: string, wanted: string | undefined, content: Uint8Array) {
    const program = wanted === undefined ? programFor(content) : PROGRAMS.find(({ name }) => name === wanted)
    if (!program) {
      const reason = 'どの送り状ソフトのファイルか、わかりません（項目の数が、どのソフトとも違います）。'
      return { refusals: [{ row: 0, column: '', reason }] }
    }
    return store.atomic(() => {
      const issued = issue(program, content, () => store.next(`carriers.${program.name}`))
      if (Array.isArray(issued)) return { program: program.name, refusals: issued }
      const one: ReceivedFile = {
        id: randomBytes(8).toString('hex'),
        at: now().toISOString(),
        program: program.name,
        file_name,
        labels: issued.labels,
        content: Buffer.from(issued.content).toString('base64'),
      }
      received.put(one.id, one)
      received.trim(KEPT)
      return { id: one.id, program: program.name, labels: issued.labels, refusals: [] }
    })
  }

  const routes = new Hono<Env>()
    .get('/', (c) => deskPage(received.newest(30), c.req.query('done')))
    .get('/files.json', (c) => c.json({ files: received.newest(KEPT).map(({ content: _, ...one }) => one) }))
    .post('/files', async (c) => {
      const content = new Uint8Array(await c.req.raw.arrayBuffer())
      const taken = take((c.req.query('file_name') ?? '送り状.csv').slice(0, 200), c.req.query('program'), content)
      return c.json(taken, taken.refusals.length > 0 ? 422 : 200)
    })
    .get('/files/:id', (c) => {
      const one = received.get(c.req.param('id'))
      if (!one) return c.text('Not Found', 404)
      const name = encodeURIComponent(`発行済_${one.file_name}`)
      return new Response(new Uint8Array(Buffer.from(one.content, 'base64')), {
        headers: { 'Content-Type': 'text/csv', 'Content-Disposition': `attachment; filename*=UTF-8''${name}` },
      })
    })
    .post('/clear', (c) => {
      received.clear()
      return done(c.req.raw, '/sandbox/carriers/', { ok: true })
    })

  return {
    name: 'carriers',
    title: '配送会社',
    card: () => html`<h3>配送会社</h3><p class="small muted">B2クラウド、e飛伝Ⅲ、ゆうプリR、ゆうプリクラウドの代役。送り状ファイルを読み、番号を付けて返します。</p>
<ul class="links"><li><a href="/sandbox/carriers/">送り状を発行する</a></li></ul>`,
    routes,
  }
}

/** Every simulator, in the order of the home page. A new one is one more line here. */
export function providers(setting: Setting & { host: string; smtpPort: number }): {
  all: Provider[]
  mail: MailProvider
} {
  const mail = mailProvider(setting)
  return {
    all: [
      gmoProvider(setting),
      npProvider(setting),
      gmoDeferredProvider(setting),
      amazonProvider(setting),
      paypayProvider(setting),
      paidyProvider(setting),
      gmoOpenApiProvider(setting),
      mail,
      lineProvider(setting),
      postcodeProvider(setting),
      riskProvider(setting),
      carriersProvider(setting),
      conversionsProvider(setting),
    ],
    mail,
  }
}
