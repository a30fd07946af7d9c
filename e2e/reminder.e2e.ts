import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { newPerson } from './lib/people.ts'
import { mailTo, setClock } from './lib/sandbox.ts'
import { checkOutAsNew, field, guestCart } from './lib/shopping.ts'

/** Lets time pass until a guest's cart is due, and runs the shop's job at once instead of at the next minute. */
async function remindNow(guest: string): Promise<void> {
  await sql(
    `update cart_tracking set tracking_start_date = now() - interval '2 hours', next_at = now() - interval '1 minute'
     where email = $1`,
    guest,
  )
  await setClock(0)
}

const linkIn = (text: string, path: string) => new RegExp(`\\S+${path}\\S+`).exec(text)![0]

journey('a guest asks to be reminded, leaves, comes back by the link, and unsubscribes', async ({ page }) => {
  const person = newPerson()
  await guestCart(page, { sku: 104, quantity: 2 })
  await page.goto('cart')
  await checkOutAsNew(page, person)
  await field(page, 'メールアドレス(確認)').fill(person.email)
  const box = page.getByRole('checkbox', { name: /カートの商品をメールで知らせてもらう/ })
  expect(await box.isChecked()).toBe(false)
  const kept = () => sql<{ id: number }>('select id from cart_tracking where email = $1', person.email)
  expect(await kept()).toEqual([])
  await box.check()
  await inspect(page, 'purchase-reminder')
  await expect.poll(async () => (await kept()).length).toBe(1)

  await remindNow(person.email)
  const [mail] = await mailTo(person.email)
  expect(mail!.subject).toContain('カートに商品が残っています')
  expect(mail!.text).toContain('柚子 / 60mL')

  const another = await page
    .context()
    .browser()!
    .newContext({ baseURL: `${process.env.SHOP_URL}/sh/` })
  const elsewhere = await another.newPage()
  await elsewhere.goto(linkIn(mail!.text, '/sh/cart'))
  await elsewhere.waitForURL('**/cart?tab=normal')
  await elsewhere.getByText('純椿油「しずく」').first().waitFor()
  // The link fills the cart and does not log in.
  expect((await another.cookies()).map(({ name }) => name)).not.toContain('access_token')
  expect(await sql('select url_clicked from cart_tracking where email = $1', person.email)).toEqual([
    { url_clicked: true },
  ])

  // In the mail program: opening the address leads to the page, only its own POST unsubscribes.
  const unsubscribeUrl = mail!.headers.find(({ name }) => name === 'list-unsubscribe')!.value.replace(/[<>]/g, '')
  const opened = await fetch(unsubscribeUrl, { redirect: 'manual' })
  expect(opened.headers.get('location')).toContain('/sh/unsubscribe?token=')
  const stopped = () => sql('select channel from ad_optout where address = $1', person.email)
  expect(await stopped()).toEqual([])
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(unsubscribeUrl, { method: 'POST', body })).status).toBe(200)
  expect(await stopped()).toEqual([{ channel: 'mail' }])
  await elsewhere.goto(linkIn(mail!.text, '/sh/unsubscribe'))
  await elsewhere.getByRole('button', { name: '配信を停止する' }).click()
  await elsewhere.getByRole('heading', { name: '配信を停止しました' }).waitFor()
  await another.close()
})
