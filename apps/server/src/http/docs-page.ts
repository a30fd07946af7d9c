import { contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import { z } from 'zod'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => escapes[c]!)
const shape = (title: string, schema: unknown, io: 'input' | 'output') => {
  if (!schema) return ''
  const { $schema: _, ...json } = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' })
  return `<details><summary>${title}</summary><pre>${escaped(JSON.stringify(json, null, 2))}</pre></details>`
}
const authLabel = { none: '公開', optional: '会員・ゲスト', member: '会員のみ' } as const

function section(key: string, endpoint: Endpoint): string {
  const errors = endpoint.errors?.map((e) => `<code>${e}</code>`).join(' ') ?? ''
  return `<article><h2><code>${escaped(key)}</code></h2><p>${escaped(endpoint.summary)} — ${authLabel[endpoint.auth]} ${errors}</p>${[
    shape('path', endpoint.params, 'input'),
    shape('query', endpoint.query, 'input'),
    shape('body', endpoint.body, 'input'),
    shape('data', endpoint.response, 'output'),
  ].join('')}</article>`
}

/** The contract as a page to read, without a script. */
export const docsPage =
  (): string => `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>Kushi API</title>
<meta name="viewport" content="width=device-width"><style>
body{font:16px/1.7 "Hiragino Sans","Noto Sans CJK JP",sans-serif;background:#fbfaf7;color:#23211e;max-width:60rem;margin:0 auto;padding:1.5rem}
article{border-top:1px solid #e4dfd6;padding:1rem 0}h1{font-size:1.5rem}h2{font-size:1rem;margin:0}p{color:#6b675f;margin:.25rem 0}
code{overflow-wrap:anywhere}pre{background:#fff;border:1px solid #e4dfd6;padding:1rem;overflow:auto;font-size:.8rem}summary{min-height:2.75rem;line-height:2.75rem;cursor:pointer}
</style></head><body><main><h1>Kushi API</h1><p><a href="/v1/openapi.json">OpenAPI 3.1</a> · 成功は <code>{"data": …}</code>、失敗は <code>{"meta": {code, error, message, fields}}</code></p>
${Object.entries(contract as Record<string, Endpoint>)
  .map(([key, endpoint]) => section(key, endpoint))
  .join('\n')}</main></body></html>`
