import type { publicOpenapi } from './document.ts'
import type { JsonSchemaObject } from './json-schema.ts'

type Document = ReturnType<typeof publicOpenapi>

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: unknown) => String(text ?? '').replace(/[&<>"]/g, (c) => escapes[c]!)
const code = (text: unknown) => `<code>${escaped(text)}</code>`
/** Paragraphs, headings, lists and code of the introduction: all the Markdown that it uses. */
const prose = (text: unknown) =>
  escaped(text)
    .replace(/^## (.*)$/gm, '<h3>$1</h3>')
    .replace(/^- (.*)$/gm, '• $1')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\n(?!<h3>)/g, '<br>')

const nameOf = ($ref: unknown) => String($ref).split('/').at(-1)!

/** The type of a value in one line; a named type links to its table. */
function typeOf(schema: JsonSchemaObject): string {
  if (schema.$ref) return `<a href="#${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`
  const any = (schema.anyOf ?? schema.oneOf) as JsonSchemaObject[] | undefined
  if (any) return any.map(typeOf).join(' | ')
  if (schema.enum) return (schema.enum as unknown[]).map((one) => code(JSON.stringify(one))).join(' | ')
  if ('const' in schema) return code(JSON.stringify(schema.const))
  if (schema.type === 'array') return `${typeOf((schema.items ?? {}) as JsonSchemaObject)}[]`
  const limits = ['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'default']
    .filter((key) => key in schema)
    .map((key) => `${key} ${escaped(JSON.stringify(schema[key]))}`)
  return `${escaped(schema.type ?? 'any')}${limits.length > 0 ? ` <small>(${limits.join(', ')})</small>` : ''}`
}

const row = (name: string, isRequired: boolean, schema: JsonSchemaObject, description: unknown) =>
  `<tr><th>${code(name)}${isRequired ? ' *' : ''}</th><td>${typeOf(schema)}${inside(schema)}</td><td>${prose(description)}</td></tr>`

/** The properties of an unnamed object. */
function inside(schema: JsonSchemaObject): string {
  const one = (schema.type === 'array' ? schema.items : schema) as JsonSchemaObject
  const object = [one, ...((one?.anyOf ?? []) as JsonSchemaObject[])].find((each) => each?.properties)
  return object ? table(object) : ''
}

function table({ properties = {}, required = [] }: JsonSchemaObject): string {
  const rows = Object.entries(properties as Record<string, JsonSchemaObject>).map(([name, one]) =>
    row(name, (required as string[]).includes(name), one, one.description),
  )
  return rows.length > 0 ? `<table>${rows.join('')}</table>` : ''
}

const shown = (title: string, schema: JsonSchemaObject | undefined) =>
  schema ? `<h4>${title}: ${typeOf(schema)}</h4>${inside(schema)}` : ''

function section(document: Document, method: string, path: string, operation: JsonSchemaObject): string {
  const parameters = (operation.parameters as JsonSchemaObject[]).map((one) =>
    one.$ref ? document.components.parameters[nameOf(one.$ref) as 'ShopId'] : one,
  ) as JsonSchemaObject[]
  const body = (operation.requestBody as { content: Record<string, JsonSchemaObject> } | undefined)?.content[
    'application/json'
  ]
  const { 200: success, default: _, ...failures } = operation.responses as Record<string, JsonSchemaObject>
  const [answer] = Object.values(success!.content as Record<string, { schema: JsonSchemaObject }>)
  const errors = Object.entries(failures).map(([status, { content }]) => {
    const [, named] = (content as Record<string, { schema: { allOf: JsonSchemaObject[] } }>)['application/json']!.schema
      .allOf
    const names = JSON.stringify(named).match(/ERROR_\w+|BuyerSessionExpired/g) ?? []
    return `<li>${status}: ${names.map(code).join(' ')}</li>`
  })
  return `<details id="${operation.operationId}"><summary>${code(`${method.toUpperCase()} ${path}`)} ${escaped(operation.summary)}</summary>${operation.description ? `<p>${prose(operation.description)}</p>` : ''}
<table>${parameters.map((one) => row(`${one.name} (${one.in})`, one.required === true, one.schema as JsonSchemaObject, one.description)).join('')}</table>
${shown('Body', body?.schema as JsonSchemaObject | undefined)}${body?.example ? `<pre>${escaped(JSON.stringify(body.example, null, 2))}</pre>` : ''}
${shown('200', ((answer?.schema.properties as JsonSchemaObject | undefined)?.data as JsonSchemaObject | undefined) ?? answer?.schema)}<ul>${errors.join('')}</ul></details>`
}

/** The OpenAPI document as a web page without scripts. */
export const docsPage = (
  document: Document,
  link: string,
): string => `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>${document.info.title} API</title>
<meta name="viewport" content="width=device-width"><style>
body{font:16px/1.7 "Hiragino Sans","Noto Sans CJK JP",sans-serif;background:#fbfaf7;color:#23211e;max-width:70rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3,h4{font-size:1rem;margin:1rem 0 .25rem}small,td{color:#6b675f}
details{border-top:1px solid #e4dfd6}summary{padding:.7rem 0;cursor:pointer}code{overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{border-top:1px solid #e4dfd6;padding:.35rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{font-weight:400;width:14rem}
pre{background:#fff;border:1px solid #e4dfd6;padding:1rem;overflow:auto;font-size:.8rem}
@media(max-width:40rem){table,tbody,tr,th,td{display:block;width:auto;border:0;padding:.1rem 0}tr{border-top:1px solid #e4dfd6}}
</style></head><body><main><h1>${document.info.title} API</h1><p><a href="${link}">OpenAPI 3.1</a></p><p>${prose(document.info.description)}</p>
${document.tags
  .map(({ name, description }) => {
    const sections = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => (tags as string[])[0] === name)
        .map(([method, operation]) => section(document, method, path, operation)),
    )
    return `<h2>${escaped(description)}</h2>${sections.join('\n')}`
  })
  .join('\n')}
<h2>Types</h2>${Object.entries(document.components.schemas)
  .map(([name, schema]) => `<h3 id="${name}">${name}</h3>${table(schema)}`)
  .join('\n')}</main></body></html>`
