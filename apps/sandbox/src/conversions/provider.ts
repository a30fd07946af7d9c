import { Hono } from 'hono'
import { type Answer, type Env, withFault } from '../core/faults.ts'
import { html } from '../core/html.ts'
import type { Provider, Setting } from '../core/provider.ts'
import { scriptRoutes } from '../core/script-routes.ts'
import { googleEvents, googleToken, serviceAccount } from './google.ts'
import { lineyahooEvents } from './lineyahoo.ts'
import { json, type TakenEvent } from './medium.ts'
import { metaEvents } from './meta.ts'
import { tiktokEvents } from './tiktok.ts'

/** Number of events kept for inspection. */
const KEPT = 500
const MEDIA = ['meta', 'google', 'lineyahoo', 'tiktok', 'postback']
const plain = (body: string, status = 200): Answer => ({ status, type: 'text/plain', body })

/** 広告の媒体 and an ASP, which are told of conversions: each checks what the real one checks, and counts an event once. */
export function conversionsProvider(setting: Setting): Provider {
  const { store, scripts } = setting
  const events = store.collection<TakenEvent>('conversions.events')
  const keys = store.collection<{ public_key: string; private_key: string }>('conversions.keys')
  const tokens = store.collection<number>('conversions.tokens')
  const taken = {
    setting,
    keep(medium: string, id: string, is_test: boolean, body: unknown) {
      const key = `${medium} ${id}${is_test ? ' test' : ''}`
      events.put(key, { medium, id, is_test, body, times: (events.get(key)?.times ?? 0) + 1 })
      events.trim(KEPT)
    },
  }
  const scripted = (code: string) => json({ error: { code: Number(code), message: 'scripted' } }, Number(code))

  /** An ASP: a postback with its order number, by either method. */
  function postback(values: URLSearchParams): Answer {
    const order = values.get('args')
    if (!order) return plain('NG args', 400)
    if ([...values.values()].some((value) => value.includes('@'))) return plain('NG personal data', 400)
    taken.keep('postback', `${order} ${values.get('status') ?? ''}`.trim(), false, Object.fromEntries(values))
    return plain('OK')
  }

  const routes = new Hono<Env>()
    .post('/meta/:version/:pixel/events', async (c) => {
      const text = await c.req.text()
      return withFault(c, scripts.take('conversions', 'meta'), () => metaEvents(taken, text), scripted)
    })
    .post('/lineyahoo/v1', async (c) => {
      const text = await c.req.text()
      const run = () => lineyahooEvents(taken, text, c.req.header('x-tagaccesstoken'))
      return withFault(c, scripts.take('conversions', 'lineyahoo'), run, scripted)
    })
    .post('/tiktok/open_api/v1.3/event/track/', async (c) => {
      const text = await c.req.text()
      const run = () => tiktokEvents(taken, text, c.req.header('access-token'))
      return withFault(c, scripts.take('conversions', 'tiktok'), run, scripted)
    })
    .post('/google/token', async (c) => {
      const { status, body } = googleToken(taken, keys, tokens, await c.req.text())
      return new Response(String(body), { status: status ?? 200, headers: { 'content-type': 'application/json' } })
    })
    .post('/google/v1/events:ingest', async (c) => {
      const text = await c.req.text()
      const run = () => googleEvents(taken, tokens, text, c.req.header('authorization') ?? '')
      return withFault(c, scripts.take('conversions', 'google'), run, scripted)
    })
    .get('/google/service-account.json', (c) => c.json(serviceAccount(keys)))
    .get('/postback', (c) => {
      const values = new URL(c.req.url).searchParams
      return withFault(c, scripts.take('conversions', 'postback'), () => postback(values), scripted)
    })
    .post('/postback', async (c) => {
      const values = new URLSearchParams(await c.req.text())
      return withFault(c, scripts.take('conversions', 'postback'), () => postback(values), scripted)
    })
    .get('/events.json', (c) => c.json({ events: events.newest(KEPT) }))
    .route(
      '/script',
      scriptRoutes({ scripts, provider: 'conversions', back: '/sandbox/', apis: MEDIA, defaultKind: '500' }),
    )

  return {
    name: 'conversions',
    title: '広告の媒体とASP',
    card: () => html`<h3>広告の媒体とASP</h3><p class="small muted">Meta、Google、LINEヤフー、TikTokの成果の受け口と、ASPのポストバック(/sandbox/conversions/postback)の代役。アクセストークンは「sandbox-token」です。</p>
<ul class="links"><li><a href="/sandbox/conversions/events.json">受け付けた成果</a></li><li><a href="/sandbox/conversions/google/service-account.json">Googleのサービスアカウントの鍵</a></li></ul>`,
    routes,
  }
}
