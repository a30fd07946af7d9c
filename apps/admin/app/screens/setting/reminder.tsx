import type { ReminderSetting } from '@kushi/contract/admin/shop-setting'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { SettingNav } from './setting-nav.tsx'

const { Form, TextField, CheckField } = formFor<Values>()

export const loader = async () => {
  const [setting, results] = await Promise.all([
    api('GET /admin/v1/setting/reminder'),
    api('GET /admin/v1/setting/reminder/results'),
  ])
  return { setting, results }
}

type HoursName = 'step_hours' | 'customer_step_hours' | 'guest_step_hours'
type Values = Omit<ReminderSetting, 'version' | HoursName> & Record<HoursName, string>

const hoursText = (hours: number[]) => hours.join('、')
/** A part that is not a number becomes NaN, which the server rejects, so that the error is shown beside the field. */
const parseHours = (text: string): number[] =>
  text
    .normalize('NFKC')
    .split(/[、,\s]+/)
    .filter((part) => part !== '')
    .map(Number)

/** お知らせメール: reminders for abandoned carts. */
export function Component() {
  const {
    setting: { version, ...setting },
    results,
  } = useLoaderData<typeof loader>()
  const { step_hours, customer_step_hours, guest_step_hours, ...flags } = setting
  const { revalidate } = useRevalidator()
  return (
    <Page
      title="お知らせメールの設定"
      lead="カートに商品を残したままのお客様に、同意のある方だけ、LINEかメールでお知らせします。"
    >
      <SettingNav />
      <p className="numeric mb-4 text-xs">
        この30日: お知らせしたカート {results.reminded}・開かれた {results.opened}・そこからのご注文 {results.ordered}
      </p>
      <Form
        values={{
          ...flags,
          step_hours: hoursText(step_hours),
          customer_step_hours: hoursText(customer_step_hours),
          guest_step_hours: hoursText(guest_step_hours),
        }}
        submit="保存する"
        permission="setting.write"
        done="お知らせメールの設定を保存しました"
        save={async (values) => {
          const hours = {
            step_hours: parseHours(values.step_hours),
            customer_step_hours: parseHours(values.customer_step_hours),
            guest_step_hours: parseHours(values.guest_step_hours),
          }
          await api('PUT /admin/v1/setting/reminder', { body: { ...values, ...hours, version } })
          await revalidate()
        }}
      >
        {(form) => (
          <>
            <Section title="カゴ落ちのお知らせ">
              <CheckField name="cart_abandoned_flag" label="お知らせを送る" />
              <CheckField name="customer_target_flag" label="会員に送る" />
              <CheckField name="guest_target_flag" label="同意したゲストに送る" />
              <CheckField name="lp_flag" label="広告から来た方のカートも対象にする" />
            </Section>
            <Section
              title="送る時間"
              lead="最後にカートを変えてからの時間を、短い順に「1、24、72」のように入力します(5回まで)。"
            >
              <CheckField name="individual_setting_flag" label="会員とゲストで時間を分ける" />
              <div className="grid gap-x-6 md:grid-cols-2">
                {form.watch('individual_setting_flag') ? (
                  <>
                    <TextField name="customer_step_hours" label="会員(時間)" inputMode="numeric" />
                    <TextField name="guest_step_hours" label="ゲスト(時間)" inputMode="numeric" />
                  </>
                ) : (
                  <TextField name="step_hours" label="お知らせする時間(時間)" inputMode="numeric" />
                )}
              </div>
            </Section>
          </>
        )}
      </Form>
    </Page>
  )
}
