import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { signIn } from './lib/operator.ts'

journey(
  'a member requests erasure: recorded, verified, erased',
  async ({ page, device }) => {
    const member = await memberWith(device)
    const [row] = await sql<{ id: number }>('select id from customer where email = $1', member.email)
    await signIn(page, 'manager')
    await page.goto(`/admin/customers/${row!.id}`)
    await page.getByRole('button', { name: '請求を受け付ける' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^請求$/).selectOption('erasure')
    await dialog.getByLabel(/^請求の内容/).fill('登録を消してほしいとのお電話')
    await inspect(page, 'admin-privacy-new')
    await dialog.getByRole('button', { name: '受け付ける', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /^個人情報の削除の請求/ }).waitFor()
    await page.getByText('ご本人を確かめ、状態を「対応中」にすると使えます。').first().waitFor()
    await page.getByLabel(/^本人確認/).fill('登録のお電話に折り返した')
    await page.getByLabel(/^状態/).selectOption('working')
    await page.getByRole('button', { name: '対応を記録する' }).click()
    await page.getByRole('button', { name: '個人情報を消す' }).waitFor()
    await inspect(page, 'admin-privacy-request')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: '個人情報をファイルにする' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^personal-data-\d+-.*\.html$/)
    await page.getByRole('button', { name: '個人情報を消す' }).click()
    const guest = page.getByRole('dialog').getByLabel(/^ログインせずに残された/)
    expect(await guest.isChecked()).toBe(false)
    await inspect(page, 'admin-privacy-erase')
    await guest.check()
    await page.getByRole('dialog').getByRole('button', { name: '消す', exact: true }).click()
    await page.getByText('に消しました。').waitFor()
    const [entry] = await sql<{ with_guest: string }>(
      "select after ->> 'with_guest_records' as with_guest from audit_event where action like '%/erase' order by id desc limit 1",
    )
    expect(entry!.with_guest).toBe('true')
    const [gone] = await sql<{ phone_number: string }>('select phone_number from customer where id = $1', row!.id)
    expect(gone!.phone_number).toBe('')
    await page.goto('/admin/privacy')
    await page.getByRole('heading', { level: 1, name: '個人情報の請求', exact: true }).waitFor()
    await inspect(page, 'admin-privacy')
  },
  { on: ['desktop'] },
)
