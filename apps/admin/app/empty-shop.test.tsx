import { Writable } from 'node:stream'
import { adminContract } from '@kushi/contract/admin/contract'
import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import { renderToPipeableStream } from 'react-dom/server'
import { createMemoryRouter, Outlet, RouterProvider, useLoaderData } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { menuFor } from './menu.ts'
import { routes } from './routes.tsx'

// Without its frame, which reads the keyboard and so renders in browsers only.
vi.mock('./shell/shell.tsx', async (load) => ({
  ...(await load<typeof import('./shell/shell.tsx')>()),
  Shell: () => <Outlet context={useLoaderData()} />,
}))

const permissions = ROLE_PERMISSIONS.viewer
const calls = Object.entries(adminContract).map(([key, { response }]) => ({
  pattern: new RegExp(`^${key.replace(/\{\w+\}/g, '[^/]+')}$`),
  schema: response as z.core.$ZodTypes,
}))
const texts: Record<string, string> = { date: '2026-11-24', datetime: '2026-11-24T00:00:00.000Z' }

/** The smallest value of a schema: lists have no rows, and counts are 0. */
function least(schema: z.core.$ZodTypes): unknown {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, one]) => [name, least(one as z.core.$ZodTypes)]))
    case 'union':
      return least(def.options[0] as z.core.$ZodTypes)
    case 'record':
      return {}
    case 'array':
      return []
    case 'nullable':
      return (def.innerType as z.core.$ZodTypes)._zod.def.type === 'object'
        ? least(def.innerType as z.core.$ZodTypes)
        : null
    case 'optional':
      return undefined
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'string':
      return texts[(def as { format?: string }).format ?? ''] ?? ''
    default:
      throw new Error(`no smallest ${def.type}`)
  }
}

vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
  const { schema } = calls.find(({ pattern }) => pattern.test(`${method} ${path.split('?')[0]}`))!
  const data = least(schema)
  return Response.json({ data: path === '/admin/v1/me' ? { ...(data as object), role: 'viewer', permissions } : data })
})
const storage = { getItem: () => null, setItem: () => undefined }
vi.stubGlobal('sessionStorage', storage)
vi.stubGlobal('localStorage', storage)

test.each(menuFor(permissions))('閲覧 sees $label of an empty shop', async ({ path, search = '' }) => {
  const router = createMemoryRouter(routes, { initialEntries: [path + search] })
  await vi.waitFor(() => expect(router.state).toMatchObject({ initialized: true, navigation: { state: 'idle' } }))
  const html = await new Promise<string>((resolve, reject) => {
    const parts: string[] = []
    const sink = new Writable({
      write: (part, _, done) => done(void parts.push(String(part)) as never),
      final: (done) => done(resolve(parts.join('')) as never),
    })
    const options = { onAllReady: () => void pipe(sink), onError: reject }
    const { pipe } = renderToPipeableStream(<RouterProvider router={router} />, options)
  })
  expect(html).toMatch(/<h1[^>]*>[^<]/)
  expect(html).not.toMatch(/権限がありません|表示できませんでした|見つかりません|undefined|NaN/)
})
