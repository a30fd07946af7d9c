import { CSV_ENCODING_NAME, type CsvEncoding } from '@kushi/contract/admin/csv'
import { addDays } from '@kushi/values/calendar-date'
import {
  formatPoints,
  pointGrantDays,
  pointTermsTexts,
  type ReferralRules as ReferralTerms,
  referralTermsTexts,
} from '@kushi/values/points'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { useMay, useMe } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Choice, Day } from '../../ui/choice.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { formatNumber } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { promotionChoices } from './promotion-choices.ts'
import { SettingNav } from './setting-nav.tsx'

const { Form, TextField, NumberField, SelectField, CheckField } = formFor<Values>()

export const loader = async () => {
  const [setting, sums] = await Promise.all([api('GET /admin/v1/setting/points'), api('GET /admin/v1/points')])
  return { setting, sums }
}
type Values = Omit<
  Awaited<ReturnType<typeof loader>>['setting'],
  'version' | 'return_days' | 'defect_days' | 'referral_promotions'
> & { point_words: string }

/** ポイント: whether and how much, and the rules as members read them. */
export function Component() {
  const {
    setting: { version, return_days, defect_days, referral_promotions, ...values },
    sums,
  } = useLoaderData<typeof loader>()
  const { shop } = useMe()
  const { revalidate } = useRevalidator()
  const term = pointGrantDays({ ...values, point_days: null, return_days, defect_days })
  return (
    <Page title="ポイント" lead="保存すると、すぐにショップに反映されます。">
      <SettingNav />
      <Form
        values={{ ...values, point_words: '' }}
        submit="保存する"
        permission="setting.write"
        done="ポイントの設定を保存しました"
        save={async (given) => {
          await api('PUT /admin/v1/setting/points', { body: { ...given, version } })
          await revalidate()
        }}
      >
        {(form) => (
          <>
            <Section title="ポイントの利用">
              <CheckField
                name="point_flag"
                label="ポイントを使う"
                hint="外しても、これまでのポイントと付与の予定は残り、失効もしません。お客様は、もう一度始めるまで使えません。お持ちの方には、お休みと再開をメールでお知らせします。"
              />
              {values.point_flag && !form.watch('point_flag') && sums.members > 0 && (
                <TextField
                  name="point_words"
                  label={`確認のため、店舗名「${shop.shop_name}」を入力してください`}
                  hint={`お客様${formatNumber(sums.members)}人が、合わせて${formatPoints(sums.outstanding)}をお持ちです。保存すると使えなくなり、おひとりずつメールでお知らせします。`}
                  isRequired
                />
              )}
            </Section>
            <Section title="付与" lead="ご注文のときの割合と日数が、そのご注文に効きます。あとで変えても変わりません。">
              <div className="grid max-w-[640px] gap-x-6 md:grid-cols-2">
                <NumberField
                  name="point_rate"
                  label="付与の割合"
                  unit="%"
                  isRequired
                  hint="商品代金(税込、割引とポイントの利用分を引いた額)に対して。0で新しい付与をお休みします。"
                />
                <NumberField
                  name="point_days"
                  label="お届けから付与まで"
                  unit="日"
                  hint={`空欄なら、返品を受け付けられなくなる${term}日後です。`}
                />
                <NumberField
                  name="point_months"
                  label="有効期間"
                  unit="か月"
                  isRequired
                  hint="最後にポイントが増えた日、または使った日から。お持ちの分がまとめて失効します。"
                />
              </div>
            </Section>
            <Section title="使えるポイント">
              <div className="grid max-w-[640px] gap-x-6 md:grid-cols-2">
                <NumberField name="point_least" label="下限" unit="ポイントから" isRequired />
                <NumberField
                  name="point_most_rate"
                  label="上限"
                  unit="%まで"
                  isRequired
                  hint="商品代金のうち、ポイントで払える割合です。お支払いが0円になることはありません。"
                />
              </div>
            </Section>
            <Section
              title="お友だち紹介"
              lead="ポイントを使うあいだ、お届けしたことのある会員のマイページに紹介リンクが出ます。お友だちの初回のご注文のポイントと同じ日に、紹介した方へ付与します。"
            >
              <div className="grid max-w-[640px] gap-x-6 md:grid-cols-2">
                <SelectField
                  name="referral_promotion_id"
                  label="お友だちの特典"
                  isNumber
                  empty="お友だち紹介を使わない"
                  hint="実施中の特典のうち、専用のリンクで適用し、はじめてご注文の方だけのものから選びます。"
                  className="md:col-span-2"
                  choices={promotionChoices(
                    referral_promotions,
                    values.referral_promotion_id,
                    '選んだ特典(終了しました。紹介はお休みしています)',
                  )}
                />
                <NumberField name="referral_points" label="紹介した方へ" unit="ポイント" isRequired />
                <NumberField
                  name="referral_most"
                  label="1人の会員への付与"
                  unit="人分まで(1年)"
                  isRequired
                  hint="超えたご紹介でも、お友だちの特典は適用されます。"
                />
              </div>
              <ReferralRules
                {...form.watch()}
                promotions={referral_promotions}
                return_days={return_days}
                defect_days={defect_days}
              />
            </Section>
            <Section
              title="お客様に見えるきまり"
              lead="マイページの「ポイント」に出ます。利用規約にも、同じ内容を載せてください。"
            >
              <Terms {...form.watch()} return_days={return_days} defect_days={defect_days} />
            </Section>
          </>
        )}
      </Form>
      <div className="h-6" />
      <Section title="ポイントの残高と記録">
        <p className="mb-3">
          お客様{formatNumber(sums.members)}人に、合わせて{formatPoints(sums.outstanding)}の残高があります。付与の予定は
          {formatPoints(sums.pending)}です。
        </p>
        <Export />
      </Section>
    </Page>
  )
}

function Terms(rules: Parameters<typeof pointTermsTexts>[0]) {
  // While a field is empty there is nothing to say.
  const { point_rate, point_months, point_least, point_most_rate } = rules
  if ([point_rate, point_months, point_least, point_most_rate].some((value) => value === null)) return null
  return (
    <ul className="list-disc pl-5">
      {pointTermsTexts(rules).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

interface ReferralRulesProps extends ReferralTerms {
  referral_promotion_id: number | null
  promotions: readonly { id: number; promotion_name: string }[]
}

function ReferralRules({ referral_promotion_id, promotions, ...rules }: ReferralRulesProps) {
  const chosen = promotions.find(({ id }) => id === Number(referral_promotion_id))
  if (!chosen || !rules.referral_points || !rules.referral_most) return null
  return (
    <ul className="mt-4 list-disc pl-5">
      {referralTermsTexts(chosen.promotion_name, rules).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Export() {
  const { today } = useMe()
  const mayExport = useMay('export.personal')
  const [from, setFrom] = useState(addDays(today, -30))
  const [to, setTo] = useState(today)
  const [encoding, setEncoding] = useState<CsvEncoding>('utf-8')
  const { act, isBusy, refusal } = useAction()
  if (!mayExport) return null
  return (
    <>
      <Refusal>{refusal}</Refusal>
      <div className="flex flex-wrap items-end gap-3">
        <Day label="から" value={from} onChange={setFrom} />
        <Day label="まで" value={to} onChange={setTo} />
        <Choice<CsvEncoding> label="文字コード" value={encoding} names={CSV_ENCODING_NAME} onChange={setEncoding} />
        <Button
          isBusy={isBusy}
          onClick={() => void act(() => download('POST /admin/v1/points/export', { from, to, encoding }))}
        >
          記録をCSVで出力する
        </Button>
      </div>
    </>
  )
}
