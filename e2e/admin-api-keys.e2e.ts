import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

journey('a key for another system is created, works, and is revoked', async ({ page }) => {
  const name = `会計 ${Date.now()}`
  try {
    await signIn(page, 'manager')
    await page.goto('/admin/setting/api-keys')
    await page.getByRole('heading', { level: 1, name: 'APIキー', exact: true }).waitFor()
    await page.getByRole('button', { name: 'APIキーを作る', exact: true }).click()
    await page.getByLabel(/^名前/).fill(name)
    await page.getByLabel('注文を見る', { exact: true }).check()
    await inspect(page, 'admin-api-keys-new')
    await page.getByRole('button', { name: '作る', exact: true }).click()
    const secret = await page.getByText(/^kushi_2_\S{43}$/).textContent()
    await page.getByRole('button', { name: '控えました', exact: true }).click()
    const orders = () =>
      fetch(`${process.env.SHOP_URL}/admin/v1/orders`, { headers: { authorization: `Bearer ${secret}` } })
    expect((await orders()).status).toBe(200)
    const row = page.getByRole('listitem').filter({ hasText: name })
    await inspect(page, 'admin-api-keys')
    await row.getByRole('button', { name: '無効にする', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '無効にする', exact: true }).click()
    await row.getByText('無効', { exact: true }).waitFor()
    expect((await orders()).status).toBe(401)
  } finally {
    await sql(`delete from api_key where name = '${name}'`)
  }
})
