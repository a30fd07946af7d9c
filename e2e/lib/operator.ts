import type { Role } from '@kushi/contract/admin/permission'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Signs in as an operator on this device, by the sandbox's button. */
export async function signIn(page: Page, role: Role): Promise<void> {
  const answer = await page.request.post(`${process.env.SHOP_URL}/sandbox/operators/${role}`)
  expect(answer.ok()).toBe(true)
}
