import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

/** A product that is sold out, and a mail that could not be delivered. */
async function trouble(size: string): Promise<void> {
  await sql(`update product_sku set stock = 0 where shop_id = 2 and product_code = 'TN-OIL-N060'`)
  await sql(
    `insert into outbox (shop_id, kind, dedupe_key, payload, subject, attempts, failed_at, error)
      values (2, 'mail', $1, $2, 'お知らせ', 7, now(), '550 mailbox full') on conflict do nothing`,
    `journey-today-${size}`,
    JSON.stringify({ to: 'nobody@example.com', subject: 'お知らせ', text: '本文' }),
  )
}

journeyInBoth('今日 lists the tasks, and links to them', async ({ page, size }) => {
  await trouble(size)
  await signIn(page, 'manager')
  await page.goto('/admin/')
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: /の椿野$/ }).waitFor()
  await main.getByRole('list', { name: '今日の出荷' }).getByText('出荷できる').waitFor()
  const tasks = main.getByRole('listitem')
  await tasks.filter({ hasText: '在庫がありません' }).getByRole('link', { name: '入荷を記録する' }).waitFor()
  await main.getByText('表で見る').first().click()
  await main.getByText('表で見る').last().click()
  await main.getByRole('table', { name: '日ごとの受注金額' }).waitFor()
  await inspect(page, `admin-today-${size}`)

  await tasks
    .filter({ hasText: '送れなかったメール・LINE' })
    .getByRole('link', { name: '送れなかったものを見る' })
    .click()
  await page.getByRole('heading', { level: 1, name: '連絡' }).waitFor()
  expect(new URL(page.url()).searchParams.get('state')).toBe('failed')
  await page.getByText('お知らせ').first().waitFor()
})
