import type { Role } from '@kushi/values/role'
import type { APIRequestContext, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Signs in as an operator on this device, by the sandbox's button. */
export async function signIn({ request }: Page | BrowserContext, role: Role): Promise<void> {
  const answer = await request.post(`${process.env.SHOP_URL}/sandbox/operators/${role}`)
  expect(answer.ok()).toBe(true)
}

/** Opens a screen inside the page that is open, as a link to it does: a new document costs three times as much. */
export const openScreen = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ idx: history.state.idx + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)

/** A call of the admin by the operator who is signed in. */
export async function adminCall(request: APIRequestContext, method: string, path: string, data: object): Promise<void> {
  const headers = { 'x-kushi-admin': '1' }
  const answer = await request.fetch(`${process.env.SHOP_URL}/admin/v1/${path}`, { method, data, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}
