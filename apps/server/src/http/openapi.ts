import { contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import { Failure } from '@kushi/contract/failure'
import { z } from 'zod'

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] }
type Operation = Record<string, unknown>

const schemaOf = (schema: unknown, io: 'input' | 'output') =>
  z.toJSONSchema(schema as z.ZodType, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as JsonSchema

const jsonContent = (schema: object) => ({ content: { 'application/json': { schema } } })

function parameters(endpoint: Endpoint) {
  return (['params', 'query'] as const).flatMap((where) => {
    const schema = endpoint[where]
    if (!schema) return []
    const { properties = {}, required = [] } = schemaOf(schema, 'input')
    return Object.entries(properties).map(([name, one]) => ({
      name,
      in: where === 'params' ? 'path' : 'query',
      required: where === 'params' || required.includes(name),
      schema: one,
    }))
  })
}

function success({ file, response }: Endpoint) {
  if (file) return { content: { [file]: { schema: { type: 'string', format: 'binary' } } } }
  const data = schemaOf(response, 'output')
  return jsonContent({ type: 'object', properties: { data }, required: ['data'] })
}

function operation(key: string, endpoint: Endpoint): Operation {
  const errors = endpoint.errors?.length ? `\n\n${endpoint.errors.map((e) => `\`${e}\``).join(', ')}` : ''
  return {
    summary: endpoint.summary,
    operationId: key,
    tags: [key.split('/')[2] ?? 'other'],
    ...(endpoint.auth === 'none'
      ? {}
      : { security: endpoint.auth === 'member' ? [{ bearer: [] }] : [{}, { bearer: [] }] }),
    parameters: parameters(endpoint),
    ...(endpoint.body ? { requestBody: { required: true, ...jsonContent(schemaOf(endpoint.body, 'input')) } } : {}),
    responses: {
      200: { description: '成功', ...success(endpoint) },
      default: { description: `失敗${errors}`, ...jsonContent({ $ref: '#/components/schemas/Failure' }) },
    },
  }
}

/** OpenAPI 3.1 of the whole contract, made from it and from nothing else. */
export function openapi() {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [key, endpoint] of Object.entries(contract as Record<string, Endpoint>)) {
    const [method, path] = key.split(' ') as [string, string]
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = operation(key, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kushi', version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: schemaOf(Failure, 'output') },
    },
  }
}
