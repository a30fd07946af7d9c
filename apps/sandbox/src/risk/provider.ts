import { createHmac, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Answer, Env } from '../core/faults.ts'
import { withFault } from '../core/faults.ts'
import { html } from '../core/html.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { scriptRoutes } from '../core/script-routes.ts'

type Verdict = 'accept' | 'review' | 'refuse'
type Assessment = { id: string; body: unknown; verdict: Verdict; reasons: string[] }

/** Number of assessments kept for inspection. */
const KEPT = 200
/** Seconds by which a signature may be old. */
const TOLERANCE = 300

const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

/** By the recipient's name, so that a developer can cause each. */
function judge(name: string): Pick<Assessment, 'verdict' | 'reasons'> {
  if (name.includes('拒否')) return { verdict: 'refuse', reasons: ['ほかの店舗で、未払いの記録があります'] }
  if (name.includes('要確認'))
    return { verdict: 'review', reasons: ['空き家かもしれないご住所です', '短い間に、多くのご注文があります'] }
  return { verdict: 'accept', reasons: [] }
}

const nameOf = (body: unknown): string => String((body as { recipient?: { name?: unknown } })?.recipient?.name ?? '')

/** 不正注文の審査: an outside service that scores orders, on the wire that docs/promotions.md describes. */
export function riskProvider({ store, env, scripts }: Setting): Provider {
  const secret = env.SANDBOX_RISK_SECRET ?? 'whsec_c2FuZGJveC1yaXNrLXNlY3JldC0wMDAwMDAwMA=='
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const kept = store.collection<Assessment>('risk.assessments')
  const back = '/sandbox/'

  /** Why a request is not from the shop, or null. */
  function objection(request: Request, body: string): string | null {
    const [id, timestamp, given] = ['id', 'timestamp', 'signature'].map((name) =>
      request.headers.get(`webhook-${name}`),
    )
    if (!id || !timestamp || !given) return 'unsigned'
    if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE) return 'old'
    const own = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    const theirs = Buffer.from(given)
    return own.length === theirs.length && timingSafeEqual(own, theirs) ? null : 'signature'
  }

  function assess(id: string, text: string): Answer {
    const before = kept.get(id)
    if (before) return json({ verdict: before.verdict, reasons: before.reasons })
    const body: unknown = JSON.parse(text)
    const judged = judge(nameOf(body))
    kept.put(id, { id, body, ...judged })
    kept.trim(KEPT)
    return json(judged)
  }

  const routes = new Hono<Env>()
    .get('/v1/assessments', (c) => {
      const error = objection(c.req.raw, '')
      return error === null ? c.json({}) : c.json({ error }, 401)
    })
    .post('/v1/assessments', async (c) => {
      const body = await c.req.raw.text()
      const run = (): Answer => {
        const error = objection(c.req.raw, body)
        return error === null ? assess(c.req.header('webhook-id')!, body) : json({ error }, 401)
      }
      const refuse = (status: string) => json({ error: 'scripted' }, Number(status))
      return withFault(c, scripts.take('risk', 'assessments'), run, refuse)
    })
    .get('/assessments.json', (c) =>
      c.json({ assessments: kept.newest(KEPT).map(({ id, body, verdict }) => ({ key: id, body, verdict })) }),
    )
    .route('/script', scriptRoutes({ scripts, provider: 'risk', back, apis: ['assessments'], defaultKind: 'timeout' }))

  return {
    name: 'risk',
    title: '不正注文の審査',
    card: () => html`<h3>不正注文の審査</h3><p class="small muted">「店舗の設定」で使うと決めた店舗が、ご注文のたびに尋ねます。お届け先のお名前に「要確認」があれば要確認、「拒否」があれば拒否と答えます。</p>
<ul class="links"><li><a href="/sandbox/risk/assessments.json">尋ねられた内容</a></li></ul>`,
    routes,
  }
}
