import { adminContract } from '@kushi/contract/admin/contract'
import type { AdminEndpoint } from '@kushi/contract/admin/endpoint'
import { KEY_PERMISSIONS } from '@kushi/contract/admin/permission'
import { EnvironmentConfig } from '@kushi/contract/common'
import { contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import { type ErrorCode, errorStatus } from '@kushi/contract/error-status'
import { Failure } from '@kushi/contract/failure'
import { SESSION_COOKIE } from '../admin/session-cookie.ts'
import { inputExamples } from './examples.ts'
import { adminApiIntroduction, apiIntroduction } from './introduction.ts'
import { type JsonSchemaObject, operatorFieldDescriptions, SchemaComponents } from './json-schema.ts'

const tags: Record<string, string> = {
  advertisement: '広告からの訪問',
  common: '会員・認証・カード・Amazon Pay',
  product: '商品と見積もり',
  delivery: '配送',
  cart: 'カート',
  'cart-abandonments': 'カートのお知らせ',
  customer: '会員情報',
  setting: '店舗の設定',
  article: '読みもの',
  'landing-page': '申し込みページ',
  voice: 'お客様の声',
  order: '注文と定期便',
  points: 'ポイント',
  referral: 'お友だち紹介',
  contact: 'お問い合わせ',
  inquiry: 'お問い合わせの履歴とLINEからのお問い合わせ',
  line: '広告の計測',
  supplier: '卸のお申し込み',
  file: '書類',
  postcodes: '郵便番号',
}

const described: Record<number, string> = {
  400: 'The request could not be read.',
  401: 'No member is logged in.',
  403: 'Refused.',
  404: 'Not there, or not yours.',
  409: 'It can’t be done as things stand.',
  410: 'Gone.',
  413: 'Too large.',
  422: 'A field broke a rule.',
  429: 'Too often.',
  503: 'A third party does not answer.',
}

const jsonContent = (schema: object) => ({ content: { 'application/json': { schema } } })
const header = (name: string, description: string, schema: JsonSchemaObject, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  schema,
})
const signed = [
  header('x-timestamp', 'Unix time in seconds.', { type: 'string', pattern: '^\\d{1,11}$' }, true),
  header('x-nonce', 'New for each request.', { type: 'string', pattern: '^[\\w-]{16,64}$' }, true),
  header(
    'x-signature',
    'HMAC-SHA-256 in lower-case hex, see the introduction.',
    { type: 'string', pattern: '^[0-9a-f]{64}$' },
    true,
  ),
]

function ownParameters(endpoint: Omit<Endpoint, 'auth' | 'errors'>, components: SchemaComponents): JsonSchemaObject[] {
  return (['params', 'query'] as const).flatMap((where) => {
    if (!endpoint[where]) return []
    const { properties = {}, required = [] } = components.of(endpoint[where], 'input', where)
    return Object.entries(properties as Record<string, JsonSchemaObject>).map(([name, { description, ...schema }]) => ({
      name,
      in: where === 'params' ? 'path' : 'query',
      required: where === 'params' || (required as string[]).includes(name),
      description,
      schema,
    }))
  })
}

function parameters(key: string, endpoint: Endpoint, components: SchemaComponents): JsonSchemaObject[] {
  const own = ownParameters(endpoint, components)
  const shared = ['ShopId', 'ClientId'].map((name) => ({ $ref: `#/components/parameters/${name}` }))
  return [...own, ...shared, ...(key === 'GET /v1/common/init' ? signed : [])]
}

/** The failures that a call can return: its own, and those of every call of its kind. */
export function failuresOfCall(key: string, endpoint: Endpoint): Map<number, string[]> {
  const always: ErrorCode[] = [
    'ERROR_NOT_FOUND',
    ...(endpoint.auth === 'member' ? (['ERROR_UNAUTHORIZED'] as const) : []),
    'ERROR_UNKNOWN_SHOP',
    // Any call refuses a name that it does not know.
    'ERROR_VALIDATION',
    ...(key.startsWith('GET ') ? [] : (['ERROR_MALFORMED', 'ERROR_TOO_LARGE'] as const)),
  ]
  const byStatus = new Map<number, string[]>()
  for (const error of [...new Set([...(endpoint.errors ?? []), ...always])]) {
    const status = errorStatus[error]
    byStatus.set(status, [...(byStatus.get(status) ?? []), error])
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

function responses(key: string, endpoint: Endpoint, components: SchemaComponents): JsonSchemaObject {
  const failure = { $ref: '#/components/schemas/Failure' }
  const failures = [...failuresOfCall(key, endpoint)].map(([status, names]) => {
    const error = { type: 'string', enum: names }
    const named = { type: 'object', properties: { meta: { type: 'object', properties: { error } } } }
    return [status, { description: described[status], ...jsonContent({ allOf: [failure, named] }) }]
  })
  return {
    200: { description: '成功', ...success(endpoint, components) },
    ...Object.fromEntries(failures),
    default: { description: 'A fault of the server (500), or no time for you now (503).', ...jsonContent(failure) },
  }
}

function success({ file, response }: Pick<Endpoint, 'file' | 'response'>, components: SchemaComponents) {
  if (file) return { content: { [file]: { schema: { type: 'string', format: 'binary' } } } }
  const data = components.of(response, 'output')
  return jsonContent({ type: 'object', properties: { data }, required: ['data'] })
}

/** `GET /v1/product/detail/{id}` → `getProductDetailById` */
export const operationIdOf = (key: string) =>
  key
    .replace(/ \/(v1\/)?/, '/')
    .replace(/\{(\w+)\}/g, 'by/$1')
    .split(/[/_-]/)
    .filter(Boolean)
    .map((word, n) => (n === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1)))
    .join('')

/** A valid body, built from the examples of its properties. */
export function exampleOfSchema(
  schema: JsonSchemaObject,
  schemas: Record<string, JsonSchemaObject>,
  name = '',
): unknown {
  if (schema.$ref) return exampleOfSchema(schemas[String(schema.$ref).split('/').at(-1)!]!, schemas, name)
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('default' in schema) return schema.default
  if (name in inputExamples) return inputExamples[name]
  const any = (schema.anyOf ?? schema.oneOf) as JsonSchemaObject[] | undefined
  if (any) return exampleOfSchema(any.find((one) => one.type === 'object' || one.$ref) ?? any[0]!, schemas, name)
  if (schema.type === 'array') return [exampleOfSchema(schema.items as JsonSchemaObject, schemas, name)]
  if (schema.type !== 'object') return schema.const ?? (schema.enum as unknown[] | undefined)?.[0] ?? null
  const required = (schema.required ?? []) as string[]
  // A property with a default stands in the example where its declaration gives another one.
  const given = Object.entries((schema.properties ?? {}) as Record<string, JsonSchemaObject>).filter(
    ([one, inner]) => required.includes(one) || ('default' in inner && Array.isArray(inner.examples)),
  )
  return Object.fromEntries(given.map(([one, inner]) => [one, exampleOfSchema(inner, schemas, one)]))
}

function requestBody(endpoint: Endpoint, components: SchemaComponents) {
  if (!endpoint.body) return {}
  const schema = components.of(endpoint.body, 'input')
  const example = exampleOfSchema(schema, components.schemas)
  return { requestBody: { required: true, content: { 'application/json': { schema, example } } } }
}

function operation(key: string, endpoint: Endpoint, components: SchemaComponents): JsonSchemaObject {
  const bearer = { none: [{}], optional: [{}, { bearer: [] }], member: [{ bearer: [] }] }[endpoint.auth]
  return {
    summary: endpoint.summary,
    operationId: operationIdOf(key),
    tags: [/^\w+ \/(?:v1\/)?([\w-]+)/.exec(key)![1]],
    security: bearer,
    parameters: parameters(key, endpoint, components),
    ...requestBody(endpoint, components),
    responses: responses(key, endpoint, components),
  }
}

function adminOperation(key: string, endpoint: AdminEndpoint, components: SchemaComponents): JsonSchemaObject {
  const { permission, confirm, upload, errors = [], body, summary } = endpoint
  const isForKeys = (KEY_PERMISSIONS as readonly string[]).includes(permission) && !confirm && !endpoint.session
  const needs = [
    `Permission: \`${permission}\`.`,
    ...(confirm ? ['The second factor must be fresh.'] : []),
    ...(isForKeys ? [] : ['Not with an API key.']),
    ...(errors.length > 0 ? [`Refusals of its own: ${errors.map((one) => `\`${one}\``).join(', ')}.`] : []),
  ]
  const content = upload
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: upload } } }
    : body && { 'application/json': { schema: components.of(body, 'input') } }
  return {
    summary,
    description: needs.join(' '),
    operationId: operationIdOf(key),
    tags: [/^\w+ \/admin\/v1\/([\w-]+)/.exec(key)![1]],
    security: permission === 'none' ? [{}] : [{ session: [] }, ...(isForKeys ? [{ key: [] }] : [])],
    parameters: [...ownParameters(endpoint, components), { $ref: '#/components/parameters/ShopId' }],
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      200: { description: '成功', ...success(endpoint, components) },
      default: { description: 'Refused, or a fault.', ...jsonContent({ $ref: '#/components/schemas/Failure' }) },
    },
  }
}

/** Generates the OpenAPI document of the operators' calls, with the permission that each needs. */
export function adminOpenapi(publicUrl: string): ReturnType<typeof publicOpenapi> {
  const { operations, components } = documented(
    adminContract as Record<string, AdminEndpoint>,
    adminOperation,
    operatorFieldDescriptions,
  )
  const names = new Set(
    Object.values(operations).flatMap((one) => Object.values(one).flatMap(({ tags }) => tags as string[])),
  )
  return {
    ...documentOf(publicUrl, operations, components, {
      title: 'Kushi, the admin',
      description: adminApiIntroduction,
      tags: Object.fromEntries([...names].map((name) => [name, name])),
    }),
  }
}

type Operations = Record<string, Record<string, JsonSchemaObject>>

function documented<E>(
  calls: Record<string, E>,
  make: (key: string, endpoint: E, components: SchemaComponents) => JsonSchemaObject,
  words?: ConstructorParameters<typeof SchemaComponents>[0],
) {
  const components = new SchemaComponents(words)
  components.of(Failure, 'output')
  const operations: Operations = {}
  for (const [key, endpoint] of Object.entries(calls)) {
    const [method, path] = key.split(' ') as [string, string]
    operations[path] ??= {}
    operations[path][method.toLowerCase()] = make(key, endpoint, components)
  }
  return { operations, components }
}

/** OpenAPI 3.1 of the whole contract, generated from it alone. `publicUrl`: without a trailing slash. */
export function publicOpenapi(publicUrl: string) {
  const { operations, components } = documented(contract as Record<string, Endpoint>, operation)
  components.of(EnvironmentConfig, 'output')
  return documentOf(publicUrl, operations, components, { title: 'Kushi', description: apiIntroduction, tags })
}

interface About {
  title: string
  description: string
  tags: Record<string, string>
}

const documentOf = (
  publicUrl: string,
  paths: Operations,
  { schemas }: SchemaComponents,
  { title, description, tags }: About,
) => ({
  openapi: '3.1.0',
  info: { title, version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: publicUrl }],
  tags: Object.entries(tags).map(([name, of]) => ({ name, description: of })),
  paths,
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'Access token of a member, see the introduction.' },
      session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'An operator who is signed in.' },
      key: { type: 'http', scheme: 'bearer', description: 'An API key of the shop (店舗の設定 → APIキー).' },
    },
    parameters: {
      ShopId: header('x-shop-id', 'The shop. Left out: the first of the installation.', {
        type: 'integer',
        minimum: 1,
        examples: [2],
      }),
      ClientId: header('x-client-id', 'The client. Required by `init` only.', { type: 'string', maxLength: 64 }),
    },
    schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
  },
})
