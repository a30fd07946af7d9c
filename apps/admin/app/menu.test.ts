import { adminContract } from '@kushi/contract/admin/contract'
import { type Permission, ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import { ApiError } from '@kushi/contract/client'
import { ROLES, type Role } from '@kushi/values/role'
import { type LoaderFunctionArgs, matchRoutes, type RouteObject } from 'react-router'
import { expect, test, vi } from 'vitest'
import { menuFor } from './menu.ts'
import { routes } from './routes.tsx'

const calls = Object.entries(adminContract).map(([key, { permission }]) => ({
  pattern: new RegExp(`^${key.replace(/\{\w+\}/g, '[^/]+')}$`),
  permission,
}))
let role: Role
const may = (permission: string) =>
  permission === 'signed-in' || ROLE_PERMISSIONS[role].includes(permission as Permission)

// Answers as the server does to this role, with empty lists.
vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
  const { permission } = calls.find(({ pattern }) => pattern.test(`${method} ${path.split('?')[0]}`))!
  return may(permission)
    ? Response.json({
        data: {
          items: [],
          products: [],
          ranks: [],
          cancel_reasons: [],
          pause_reasons: [],
          skip_reasons: [],
          month: '2026-10-01',
        },
      })
    : Response.json({ meta: { error: 'ERROR_FORBIDDEN' } }, { status: 403 })
})
vi.stubGlobal('sessionStorage', { getItem: () => null })
vi.stubGlobal('localStorage', { getItem: () => null })

/** Whether this screen opens: neither the shell nor a response to its loader refuses it. */
async function opens(path: string): Promise<boolean> {
  const { route, params } = matchRoutes(routes, path.split('?')[0]!)!.at(-1)!
  const { permission = 'signed-in' } = (route.handle ?? {}) as { permission?: string }
  if (!may(permission)) return false
  const { loader } = { ...route, ...(await (route.lazy as (() => Promise<RouteObject>) | undefined)?.()) }
  if (typeof loader !== 'function') return true
  try {
    const request = new Request(`http://localhost${path}`)
    const answer: unknown = await loader({ request, params } as unknown as LoaderFunctionArgs)
    return answer instanceof Response ? opens(answer.headers.get('location')!) : true
  } catch (error) {
    if (error instanceof Response) return opens(error.headers.get('location')!)
    if (error instanceof ApiError && error.status === 403) return false
    throw error
  }
}

test.each(ROLES)('every entry in the menu of %s opens', async (one) => {
  role = one
  for (const { path, search = '' } of menuFor(ROLE_PERMISSIONS[role]))
    expect([path, await opens(path + search)]).toEqual([path, true])
})

test.each<[Role, string[], string[]]>([
  [
    'viewer',
    ['今日', '注文', 'レポート'],
    [
      '/content/articles/new',
      '/content/voices/new',
      '/schedule/new',
      '/customers/import',
      '/products/new',
      '/operators',
    ],
  ],
  [
    'shipping',
    ['今日', '今日の出荷', '在庫'],
    ['/setting/choice', '/schedule/as-of', '/products/import', '/customers'],
  ],
])('%s has its entries, and is refused elsewhere', async (one, entries, others) => {
  role = one
  expect(menuFor(ROLE_PERMISSIONS[role]).map(({ label }) => label)).toEqual(expect.arrayContaining(entries))
  expect(menuFor(ROLE_PERMISSIONS[role]).map(({ path }) => path)).not.toEqual(expect.arrayContaining(others))
  for (const path of others) expect([path, await opens(path)]).toEqual([path, false])
})
