import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, logInDevice, newMember } from './lib/member.ts'
import { somebody } from './lib/people.ts'
import { remindNow } from './lib/reminder.ts'
import { mailTo } from './lib/sandbox.ts'
import { checkOutAsNew, field, putInCart } from './lib/shopping.ts'

const linkIn = (text: string, path: string) => new RegExp(`\\S+${path}\\S+`).exec(text)![0]

journey('a guest asks to be reminded, leaves, and comes back by the link', async ({ page, size }) => {
  const person = somebody()
  await putInCart(page, { product: 1, variant: ['柚子', '60mL'], quantity: 2 })
  await page.getByRole('link', { name: 'カートを見る' }).click()
  await page.waitForURL('**/cart')
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

  await elsewhere.goto(linkIn(mail!.text, '/sh/unsubscribe'))
  if (size === 'phone') await inspect(elsewhere, 'unsubscribe')
  await elsewhere.getByRole('button', { name: '配信を停止する' }).click()
  await elsewhere.getByRole('heading', { name: '配信を停止しました' }).waitFor()
  expect(await sql('select channel from ad_optout where address = $1', person.email)).toEqual([{ channel: 'mail' }])
  await another.close()
})

journey(
  'a logged-out member gets the cart back once, not twice, and unsubscribes in the mail program',
  async ({ page, device }) => {
    const member = await newMember()
    await sql('update customer set mail_magazine_flag = true where email = $1', member.email)
    await inCartOf(member, { sku: 101, quantity: 2 })
    await sql(
      `update cart_item set updated_at = now() - interval '2 hours'
       where customer_id = (select id from customer where email = $1)`,
      member.email,
    )
    await remindNow()
    const [mail] = await mailTo(member.email)
    await page.goto(linkIn(mail!.text, '/sh/cart'))
    await page.waitForURL('**/cart?tab=normal')
    await page.getByText('純椿油「しずく」').first().waitFor()
    await logInDevice(device, member)
    await page.goto('cart')
    await page
      .getByRole('link', { name: /カート.*2/ })
      .first()
      .waitFor()
    const own = 'select quantity from cart_item i join customer c on c.id = i.customer_id where c.email = $1'
    expect(await sql(own, member.email)).toEqual([{ quantity: 2 }])

    const oneClick = mail!.headers.find(({ name }) => name === 'list-unsubscribe')!.value.replace(/[<>]/g, '')
    const opened = await fetch(oneClick, { redirect: 'manual' })
    expect(opened.headers.get('location')).toContain('/sh/unsubscribe?token=')
    const flag = () => sql('select mail_magazine_flag from customer where email = $1', member.email)
    expect(await flag()).toEqual([{ mail_magazine_flag: true }])
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(oneClick, { method: 'POST', body })).status).toBe(200)
    expect(await flag()).toEqual([{ mail_magazine_flag: false }])
  },
  { on: ['phone'] },
)

journey(
  'an expired link says so',
  async ({ page, expectProblem }) => {
    expectProblem(/^410: PUT /, /^404: POST .*unsubscribe/)
    const token = 'A'.repeat(43)
    await page.goto(`cart?restore=${token}`)
    await page.getByText('このURLの有効期限が切れています').waitFor()
    await page.goto(`unsubscribe?token=${token}`)
    await page.getByRole('button', { name: '配信を停止する' }).click()
    await page.getByText('このURLでは停止できません').waitFor()
  },
  { on: ['phone'] },
)
