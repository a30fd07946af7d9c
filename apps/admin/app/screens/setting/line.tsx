import { LINE_LOGIN_TIMING, LINE_REQUIREMENT, type LineLoginTiming, type LineRequirement } from '@kushi/values/line'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { SettingNav } from './setting-nav.tsx'

const { Form, SelectField } = formFor<{ level: LineRequirement; line_login_timing: LineLoginTiming }>()

export const loader = () => api('GET /admin/v1/setting/line')

/** LINE連携の段階, and when LINE's login starts. */
export function Component() {
  const { version, level, line_login_timing } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  return (
    <Page title="LINEの設定">
      <SettingNav />
      <Form
        values={{ level, line_login_timing }}
        submit="保存する"
        permission="setting.write"
        done="LINEの設定を保存しました"
        save={async (values) => {
          await api('PUT /admin/v1/setting/line', { body: { ...values, version } })
          await revalidate()
        }}
      >
        <Section title="LINE連携">
          <SelectField
            name="level"
            label="購入とLINEの友だち"
            choices={choicesOf(LINE_REQUIREMENT)}
            className="max-w-[320px]"
            hint="「必須」にすると、友だちでない方は購入の前に友だち追加の画面へ進みます。ヘッダーとフッターの文章も、段階ごとのものに切り替わります。"
          />
          <SelectField
            name="line_login_timing"
            label="スマートフォンでLINEログインを始めるとき"
            choices={choicesOf(LINE_LOGIN_TIMING)}
            className="max-w-[320px]"
            hint="どちらの場合も、理由をお見せしてから始めます。お客様は断ることもできます。"
          />
        </Section>
      </Form>
    </Page>
  )
}
