import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Answer, Env } from '../core/faults.ts'
import { withFault } from '../core/faults.ts'
import { html } from '../core/html.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { scriptRoutes } from '../core/script-routes.ts'
import { findPostcode } from './lookup.ts'

const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

/** The API key, in any of the three places where clients of the real service send it. */
function keyOf(c: Context<Env>): string {
  const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  return c.req.query('apikey') ?? c.req.query('apiKey') ?? c.req.header('apikey') ?? bearer ?? ''
}

/** postcode-jp, version 6. */
export function postcodeProvider({ env, scripts }: Setting): Provider {
  const key = env.SANDBOX_POSTCODE_API_KEY ?? 'sandbox-api-key'
  const back = '/sandbox/'
  const routes = new Hono<Env>()
    .get('/api/v6/postcodes/:code', (c) => {
      const run = (): Answer => {
        const given = keyOf(c)
        if (given === '') return json({ message: 'apikey is missing' }, 401)
        if (given !== key) return json({ message: 'apikey is invalid' }, 403)
        const code = c.req.param('code')
        return /^\d{7}$/.test(code) ? json(findPostcode(code)) : json({ message: 'postcode must be 7 digits' }, 400)
      }
      const refuse = (status: string) => json({ message: 'scripted' }, /^[45]\d\d$/.test(status) ? Number(status) : 500)
      return withFault(c, scripts.take('postcode-jp', 'postcodes'), run, refuse)
    })
    .route(
      '/script',
      scriptRoutes({ scripts, provider: 'postcode-jp', back, apis: ['postcodes'], defaultKind: 'error:503' }),
    )

  return {
    name: 'postcode-jp',
    title: '郵便番号',
    card: () =>
      html`<h3>郵便番号</h3><p class="small muted">postcode-jp の代役。日本郵便のデータから答えます。<br>町が2つある番号: <code>4980000</code>（弥富市・木曽岬町）　ない番号: <code>9999999</code></p>`,
    routes,
  }
}
