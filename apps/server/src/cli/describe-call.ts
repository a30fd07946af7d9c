import { PERMISSION_NAME } from '@kushi/contract/admin/permission'
import { z } from 'zod'
import { type AdminCall, adminCallTable, isBrowserOnly, maxBodyBytes } from '../admin/admin-calls.ts'
import type { CheckedEndpoint } from '../http/guards/read-input.ts'
import { isFileEndpoint } from './call-output.ts'
import { UsageError } from './command.ts'
import { formatTable } from './table.ts'

/** The calls that a command can make: all except those that only a browser can. */
export const commandCalls: readonly AdminCall[] = adminCallTable.filter(({ endpoint }) => !isBrowserOnly(endpoint))

type ShownSchema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, ShownSchema>>
  readonly required?: readonly string[]
  readonly items?: ShownSchema
  readonly anyOf?: readonly ShownSchema[]
  readonly oneOf?: readonly ShownSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
} & Readonly<Partial<Record<'format' | 'minimum' | 'maximum' | 'minLength' | 'maxLength', string | number>>>

const jsonOf = (schema: NonNullable<CheckedEndpoint['body']>): ShownSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ShownSchema

/** Returns the names of the parameters in the path or the query of a call. */
export const parameterNames = (schema: CheckedEndpoint['params']): string[] =>
  schema ? Object.keys(jsonOf(schema).properties ?? {}) : []

/**
 * `calls [word]`: lists the calls whose name, summary or permission contains the word. If exactly one matches, or is
 * named in full, describes its input. `isJson`: output for programs, with JSON Schemas.
 */
export function describeCalls(word = '', isJson = false): string {
  const named = adminCallTable.find(({ key }) => key === word)
  if (named && isBrowserOnly(named.endpoint)) throw new UsageError(browserOnlyReason(named))
  const found = commandCalls.filter(({ key, endpoint: { summary, permission } }) =>
    [key, summary, permission].some((text) => text.includes(word)),
  )
  if (!named && found.length === 0) throw new UsageError(`No call has “${word}” in its name, summary or permission.`)
  const all = named ? [named] : found
  if (isJson) return JSON.stringify(all.map(asJson), null, 2)
  const [first] = all
  return all.length === 1 && first ? inFull(first) : formatTable(all.map(inBrief))
}

/** Explains why a command cannot make this call. */
export const browserOnlyReason = ({ key, endpoint: { summary } }: AdminCall): string =>
  `${key} (${summary}) is about a session, so it is done in the browser.`

const inBrief = ({ key, endpoint }: AdminCall) => ({
  call: key,
  permission: endpoint.permission,
  summary: endpoint.summary,
  takes: [
    ...parameterNames(endpoint.params).map((name) => `${name}=`),
    endpoint.query && '[query]',
    endpoint.body && (endpoint.upload ? '--body-file' : '--body'),
    endpoint.confirm && '--yes',
    isFileEndpoint(endpoint) && '--out',
  ]
    .filter(Boolean)
    .join(' '),
})

const asJson = ({ key, endpoint }: AdminCall) => {
  const { summary, permission, params, query, body, upload, confirm = false, errors = [] } = endpoint
  return {
    call: key,
    summary,
    permission,
    confirm,
    answers: answerType(endpoint),
    errors,
    ...(params && { params: jsonOf(params) }),
    ...(query && { query: jsonOf(query) }),
    ...(body && (upload ? { upload_bytes: upload } : { body: jsonOf(body) })),
  }
}

function inFull({ key, endpoint }: AdminCall): string {
  const { summary, permission, params, query, body, upload, confirm, errors = [] } = endpoint
  const name = (PERMISSION_NAME as Record<string, string>)[permission]
  return [
    key,
    summary,
    '',
    `permission: ${permission}${name ? ` (${name})` : ''}`,
    ...(confirm ? ['--yes: the browser asks for the second factor here.'] : []),
    ...(params ? ['', 'in the path, name=value, each needed:', ...fieldsOf(jsonOf(params), 1)] : []),
    ...(query ? ['', 'name=value, several of one name where it is a list:', ...queryLines(query)] : []),
    ...(body ? ['', ...bodyLines(body, upload)] : []),
    '',
    `answers: ${answerType(endpoint)}`,
    ...(errors.length > 0 ? [`refusals of its own: ${errors.join(', ')}`] : []),
  ].join('\n')
}

const answerType = (endpoint: AdminCall['endpoint']) =>
  isFileEndpoint(endpoint) ? `a file (${endpoint.file ?? 'as it is'}), to --out or standard output` : 'JSON'

/** A list may be omitted and is then empty, so only a trial parse shows what is required. */
function queryLines(query: NonNullable<CheckedEndpoint['query']>): string[] {
  const tried = query.safeParse({})
  const required = tried.success ? [] : tried.error.issues.map(({ path }) => String(path[0]))
  return fieldsOf({ ...jsonOf(query), required }, 1)
}

const bodyLines = (body: NonNullable<CheckedEndpoint['body']>, upload: number | undefined): string[] =>
  upload
    ? [`--body-file FILE: as it is, ${Math.floor(maxBodyBytes({ upload }) / 1024 / 1024)} MiB at most`]
    : ['--body JSON or --body-file FILE (- for standard input); * is needed:', ...below(jsonOf(body), 1)]

const indent = (depth: number) => '  '.repeat(depth)

function fieldsOf({ properties = {}, required = [] }: ShownSchema, depth: number): string[] {
  return Object.entries(properties).flatMap(([name, field]) => [
    `${indent(depth)}${name}${required.includes(name) ? ' *' : ''}  ${typeOf(field)}`,
    ...below(field, depth + 1),
  ])
}

/** The fields inside an object, inside the objects of a list, or inside each variant of a field. */
function below(schema: ShownSchema, depth: number): string[] {
  if (schema.properties) return fieldsOf(schema, depth)
  if (schema.items) return below(schema.items, depth)
  const forms = formsOf(schema).filter(({ properties }) => properties)
  if (forms.length < 2) return forms.flatMap((one) => below(one, depth))
  return forms.flatMap((one, n) => [`${indent(depth)}${n === 0 ? 'either' : 'or'}`, ...below(one, depth + 1)])
}

const formsOf = ({ anyOf = [], oneOf = [] }: ShownSchema): readonly ShownSchema[] => [...anyOf, ...oneOf]

function typeOf(schema: ShownSchema): string {
  const forms = formsOf(schema)
  if (forms.length > 0) return [...new Set(forms.map(typeOf))].join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const { type = 'any', format, minimum, maximum, minLength, maxLength } = schema
  const isWide = (bound: unknown) => bound === undefined || Math.abs(Number(bound)) >= 2_147_483_647
  const bounds = [
    !isWide(minimum) && `from ${minimum}`,
    !isWide(maximum) && `to ${maximum}`,
    minLength && maxLength === minLength ? `${minLength} characters` : maxLength && `${maxLength} characters at most`,
    schema.default !== undefined && `else ${JSON.stringify(schema.default)}`,
  ].filter(Boolean)
  const word = type === 'array' && schema.items ? `list of ${typeOf(schema.items)}` : (format ?? type)
  return bounds.length > 0 ? `${word} (${bounds.join(', ')})` : String(word)
}
