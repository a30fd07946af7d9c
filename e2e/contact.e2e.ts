import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { newPerson } from './lib/people.ts'
import { fillAddress } from './lib/purchase.ts'
import { field, moveTo } from './lib/shopping.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const QUESTION = '詰め替えは、いつ届きますか?\n\n  2行あけて、空白も。'

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const folder = await mkdtemp(join(tmpdir(), 'kushi-photographs-'))
afterAll(() => rm(folder, { recursive: true }))

/** On the disk, because the browser takes megabytes through the driver slowly on a busy machine. */
async function photographNotice(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

journey(
  'お問い合わせ in three steps, where no navigation loses input; then 卸のお申し込み',
  async ({ page, expectProblem, step }) => {
    const person = newPerson()
    const main = page.getByRole('main')
    step('the form')
    // The confirmation screen cannot be opened without input.
    await page.goto('contact/confirm')
    await page.waitForURL('**/contact')
    await page.getByRole('button', { name: '入力内容を確認する' }).click()
    await page.getByText('お問い合わせの種類を選択してください。').waitFor()
    await field(main, 'お問い合わせの種類').selectOption({ index: 2 })
    await field(main, 'お問い合わせ内容').fill(QUESTION)
    await field(main, '姓').fill(person.name01)
    await field(main, '名').fill(person.name02)
    await field(main, 'せい').fill('ツバキノ')
    await field(main, 'めい').fill('さき')
    await field(main, 'メールアドレス').fill(person.email)
    await field(main, 'メールアドレス(確認)').fill(person.email)
    await field(main, '電話番号').fill('０９０-０００００-０１１')
    await page.getByRole('checkbox', { name: /ご利用規約.*に同意する/ }).check()
    await page.getByRole('checkbox', { name: /プライバシーポリシー.*に同意する/ }).check()

    step('a reload keeps it; photographs are checked')
    await page.reload()
    await expect.poll(() => field(main, 'お問い合わせ内容').inputValue()).toBe(QUESTION)
    // Photographs stay in this page only. What does not fit is refused beside the field.
    await main
      .getByLabel('写真')
      .setInputFiles([
        await photographNotice('bottle.png', Buffer.from(PIXEL, 'base64')),
        await photographNotice('large.png', Buffer.alloc(11e6)),
      ])
    await page.getByText('添付ファイルは合計10MB以内にしてください。').waitFor()
    await page.getByRole('button', { name: '入力内容を確認する' }).click()
    await title(page, 'お問い合わせ内容の確認')
    await page.getByText('0900-000-0011').waitFor()
    await page.getByText('bottle.png').waitFor()
    await inspect(page, 'contact-confirm')
    step('back and forward')
    await page.goBack()
    await expect.poll(() => field(main, 'お問い合わせ内容').inputValue()).toBe(QUESTION)
    expect(await field(main, 'メールアドレス(確認)').inputValue()).toBe(person.email)
    await page.goForward()
    await title(page, 'お問い合わせ内容の確認')

    step('the connection breaks after it arrived')
    // The connection breaks after the request arrived: a second press still makes one inquiry.
    expectProblem(/ERR_CONNECTION_RESET/)
    await page.route(
      '**/v1/contact/complete/mail',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'この内容で問い合わせる' }).click()
    await page.getByText('お問い合わせが届いたか、確認できませんでした').waitFor()
    await page.getByRole('button', { name: 'この内容で問い合わせる' }).click()
    await title(page, 'お問い合わせを受け付けました')
    await inspect(page, 'contact-complete')
    const rows = await sql<{ inquiry_no: string }>(
      'select inquiry_no, content from inquiry where email = $1',
      person.email,
    )
    expect(rows).toMatchObject([{ content: QUESTION.trim() }])
    const [stored] = await sql<{ kind: string; total: number }>(
      `select encode(substring(p.content from 1 for 3), 'hex') as kind, count(*) over () as total
       from inquiry_photograph p join inquiry i on i.shop_id = p.shop_id and i.id = p.inquiry_id where i.email = $1`,
      person.email,
    )
    expect(stored).toEqual({ kind: 'ffd8ff', total: 1 })
    await page.getByText(rows[0]!.inquiry_no).waitFor()

    step('卸のお申し込み')
    // 卸のお申し込み
    await moveTo(page, 'supplier/apply')
    await field(main, '会社名').fill('合同会社 渚')
    await field(main, 'お名前').fill('白石渚')
    await field(main, 'お名前(かな)').fill('シライシ　ナギサ')
    await fillAddress(page, person, main)
    await page.getByRole('button', { name: 'お取引を申し込む' }).click()
    await main
      .getByText(/お名前は.*入力してください。/)
      .first()
      .waitFor()
    await field(main, 'お名前').fill('白石 渚')
    expect(await field(main, 'お名前(かな)').inputValue()).toBe('しらいし なぎさ')
    await field(main, 'メールアドレス').fill(person.email)
    await field(main, 'メールアドレス(確認)').fill(person.email)
    await page.getByRole('checkbox', { name: /ご利用規約.*に同意する/ }).check()
    await page.getByRole('checkbox', { name: /プライバシーポリシー.*に同意する/ }).check()
    await page.getByRole('button', { name: 'お取引を申し込む' }).click()
    await title(page, 'お申し込みを受け付けました')
    expect(await sql('select kind from inquiry where email = $1 order by id', person.email)).toMatchObject([
      {},
      { kind: 'supplier' },
    ])
  },
)
