import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'

journey(
  '代理ログイン: an operator in the shop as a member, until they end it',
  async ({ page, device }) => {
    const member = await newMember()
    const [row] = await sql<{ id: number }>('select id::int from customer where email = $1', member.email)
    await signIn(page, 'support')
    await page.goto(`/admin/customers/${row!.id}`)
    await page.getByRole('button', { name: '代理ログイン', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^理由/).fill('お電話でのご相談')
    await dialog.getByRole('button', { name: 'リンクを作る' }).click()
    const link = dialog.getByRole('link', { name: /としてショップを開く$/ })
    await inspect(page, 'admin-acting')
    const opened = device.waitForEvent('page')
    await link.click()
    const shop = await opened
    await shop.getByRole('heading', { level: 1, name: 'マイページ' }).waitFor()
    expect(shop.url()).not.toContain('#')
    const band = shop.getByRole('complementary', { name: '代理ログイン' })
    await band.getByText(/様として操作しています\(担当: 森 つむぎ・/).waitFor()
    await inspect(shop, 'acting-mypage')
    await shop.goto('mypage/customer')
    await shop.getByRole('heading', { level: 1, name: '会員情報' }).waitFor()
    expect(await shop.getByText(member.email).count()).toBe(0)
    await inspect(shop, 'acting-customer')

    // The operator's other tabs are nobody's.
    const other = await device.newPage()
    await other.goto('mypage')
    await other.getByRole('heading', { level: 1, name: 'ログイン' }).waitFor()
    await other.close()

    await band.getByRole('button', { name: '終了' }).click()
    await shop.waitForURL(/\/sh\/$/)
    await shop.getByRole('heading', { level: 1 }).waitFor()
    expect(await band.count()).toBe(0)
    await shop.goto('mypage')
    await shop.getByRole('heading', { level: 1, name: 'ログイン' }).waitFor()
    const trail = await sql<{ action: string }>(
      `select action from audit_event where subject = 'customer' and subject_id = $1 order by id`,
      String(row!.id),
    )
    expect(trail.map(({ action }) => action)).toEqual([
      'POST /admin/v1/customers/{id}/acting',
      'POST /v1/common/acting/begin',
      'POST /v1/common/acting/end',
    ])
  },
  { on: ['desktop'] },
)
