import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { openScreen, signIn } from './lib/operator.ts'

/** A key is created, works, and is revoked. */
async function keyIsMade(page: Page, name: string): Promise<void> {
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
}

journey('another system gets a key and signed events; its URL is added, changed and removed', async ({ page }) => {
  const heard: string[] = []
  const partner = createServer((req, res) => {
    heard.push(String(req.headers['webhook-signature']))
    req.resume()
    res.writeHead(204).end()
  })
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  const name = `倉庫 ${Date.now()}`
  try {
    await signIn(page, 'manager')
    await keyIsMade(page, name)
    await openScreen(page, '/admin/setting/webhooks')
    await page.getByRole('heading', { level: 1, name: '外部への通知', exact: true }).waitFor()
    await page.getByRole('button', { name: '通知先を追加する', exact: true }).click()
    await page.getByLabel(/^URL/).fill(`http://127.0.0.1:${(partner.address() as AddressInfo).port}/hook`)
    await page.getByLabel('メモ', { exact: true }).fill(name)
    await inspect(page, 'admin-webhooks-new')
    await page.getByRole('button', { name: '追加する', exact: true }).click()
    await page.getByText(/^whsec_\S{32}$/).waitFor()
    await page.getByRole('button', { name: '控えました', exact: true }).click()

    await sql(`insert into webhook_delivery (shop_id, endpoint_id, message_id, event, payload, failed_at, last_error)
      select shop_id, id, 'msg_' || id, 'order.shipped', '{"type":"order.shipped"}', now(), 'HTTP 500'
      from webhook_endpoint where description = '${name}'`)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.getByText('届きませんでした', { exact: true }).waitFor()
    await inspect(page, 'admin-webhook')
    await page.getByRole('button', { name: 'もう一度送る', exact: true }).click()
    await page.getByText('送信待ち', { exact: true }).waitFor()
    await page.getByRole('button', { name: '通知を止める', exact: true }).click()
    await page.getByText('停止中', { exact: true }).waitFor()
    await page.getByRole('button', { name: '通知先を削除する', exact: true }).click()
    await page.getByRole('button', { name: '削除する', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '外部への通知', exact: true }).waitFor()
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
    expect(heard.every((signature) => signature.startsWith('v1,'))).toBe(true)
  } finally {
    await sql(`delete from webhook_endpoint where description = '${name}'`)
    await sql(`delete from api_key where name = '${name}'`)
    partner.close()
  }
})
