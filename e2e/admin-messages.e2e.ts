import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { fitsEverywhere, inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'
import { mailTo } from './lib/sandbox.ts'

/** A mail that failed seven times, to a recipient of its own. */
async function failedMail(): Promise<{ to: string; subject: string }> {
  const name = randomUUID().slice(0, 8)
  const mail = { to: `${name}@example.com`, subject: `発送のお知らせ ${name}`, text: '本日、商品を発送しました。' }
  await sql(
    `insert into outbox (shop_id, kind, dedupe_key, payload, subject, attempts, failed_at, error)
      values (2, 'mail', $1, $2, $3, 7, now(), '550 mailbox full')`,
    name,
    JSON.stringify(mail),
    mail.subject,
  )
  return mail
}

journey('a mail that failed is found, read and sent again', async ({ page }) => {
  const { to, subject } = await failedMail()
  await signIn(page, 'support')
  await page.goto('/admin/messages')
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: '連絡' }).waitFor()
  await main.getByRole('button', { name: /をもう一度送る$/ }).waitFor()
  await inspect(page, 'admin-messages')

  await main.getByRole('searchbox').fill(to.slice(0, 10))
  await main.getByRole('searchbox').press('Enter')
  await main.getByRole('row').filter({ hasText: subject }).getByRole('link').first().click()
  await main.getByRole('heading', { level: 1, name: subject }).waitFor()
  await main.getByText('本日、商品を発送しました。').waitFor()
  await main.getByText('550 mailbox full').waitFor()
  await inspect(page, 'admin-message')
  await fitsEverywhere(page, 'admin-message')

  await main.getByRole('button', { name: 'もう一度送る' }).click()
  await page.getByRole('status').getByText('もう一度送ります').waitFor()
  await expect.poll(async () => (await mailTo(to)).map((one) => one.subject)).toEqual([subject])
})
