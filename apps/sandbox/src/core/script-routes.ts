import { Hono } from 'hono'
import type { Env } from './faults.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import type { Scripts } from './scripts.ts'
import { KINDS, parseKind } from './scripts.ts'

/** Reads a JSON body or a form into plain strings. */
export async function readBody(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) {
    const body: unknown = await request.json().catch(() => undefined)
    if (typeof body !== 'object' || body === null) return {}
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  }
  return Object.fromEntries(new URLSearchParams(await request.text()))
}

/** Redirects a form back to its page; returns JSON to a program. */
export function done(request: Request, back: string, body: unknown, status = 200): Response {
  const isForm = (request.headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded')
  if (isForm && status < 400) return new Response(null, { status: 303, headers: { Location: back } })
  return Response.json(body, { status })
}

type Options = { scripts: Scripts; provider: string; back: string; apis: readonly string[]; defaultKind?: string }

/** `GET|POST|DELETE /script`: failures ordered in advance. `POST /script/clear` does the same as DELETE, for a form. */
export function scriptRoutes({ scripts, provider, back, apis, defaultKind }: Options): Hono<Env> {
  const clear = (request: Request) => {
    scripts.clear(provider)
    return done(request, back, { scripts: [] })
  }
  return new Hono<Env>()
    .get('/', (c) => c.json({ scripts: scripts.list(provider) }))
    .post('/', async (c) => {
      const { api = '*', times = '1', kind = defaultKind ?? '' } = await readBody(c.req.raw)
      const wrong = [
        apis.length > 0 && api !== '*' && !apis.includes(api) ? `api: one of * ${apis.join(' ')}` : undefined,
        /^[1-9]\d{0,3}$/.test(times) ? undefined : 'times: 1 to 9999',
        parseKind(kind) === undefined ? `kind: one of ${Object.keys(KINDS).join(' ')}` : undefined,
      ].filter((one) => one !== undefined)
      if (wrong.length > 0) return c.json({ error: wrong.join('; ') }, 400)
      return done(c.req.raw, back, scripts.add(provider, api, kind, Number(times)))
    })
    .delete('/', (c) => clear(c.req.raw))
    .post('/clear', (c) => clear(c.req.raw))
}

/** The form for people, with the pending failures. */
export function scriptForm({ scripts, provider, back, apis, defaultKind }: Options): Html {
  const due = scripts.list(provider)
  return html`<div class="box">
<form class="row" method="post" action="${back}script">
<div><label for="api">呼び出し</label><select id="api" name="api"><option value="*">すべて</option>${apis.map((api) => html`<option>${api}</option>`)}</select></div>
<div><label for="kind">失敗の仕方</label><input id="kind" name="kind" list="kinds" required value="${defaultKind ?? 'drop-after'}"></div>
<div><label for="times">回数</label><input id="times" name="times" type="number" min="1" max="9999" value="1"></div>
<button>失敗を予約する</button>
<datalist id="kinds">${Object.entries(KINDS).map(([kind, note]) => html`<option value="${kind}">${note}</option>`)}</datalist>
</form>
${
  due.length === 0
    ? html`<p class="muted small">予約された失敗はありません。</p>`
    : html`<ul>${due.map((one) => html`<li><code>${one.api}</code> <code>${one.kind}</code> あと${one.times}回</li>`)}</ul>
<form method="post" action="${back}script/clear"><button class="danger">予約をすべて取り消す</button></form>`
}
<details><summary class="small">失敗の仕方の一覧</summary><dl class="small">${Object.entries(KINDS).map(([kind, note]) => html`<dt><code>${kind}</code></dt><dd>${note}</dd>`)}</dl></details>
</div>`
}
