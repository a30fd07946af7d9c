import type { Page } from 'playwright-core'

export const PASSWORD = 'Tsubaki2026'

/** Logs in under 会員の方 on the login screen; resolves after the redirect. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await tryToLogIn(page, email, password)
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

export async function tryToLogIn(page: Page, email: string, password: string): Promise<void> {
  const member = page.getByRole('region', { name: '会員の方' })
  await member.getByLabel('メールアドレス').fill(email)
  await member.getByLabel('パスワード', { exact: true }).fill(password)
  await member.getByRole('button', { name: 'ログインする', exact: true }).click()
}
