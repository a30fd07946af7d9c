import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

journey('another system gets signed events; its URL is added, changed and removed', async ({ page }) => {
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
    await page.goto('/admin/setting/webhooks')
    await page.getByRole('heading', { level: 1, name: '外部への通知', exact: true }).waitFor()
    await inspect(page, 'admin-webhooks')
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
    partner.close()
  }
})
