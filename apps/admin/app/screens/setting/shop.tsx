import type { ShopSetting } from '@kushi/contract/admin/shop-setting'
import { isCorporateNumber, isRegistrationNumber } from '@kushi/values/company'
import { PRICE_VISIBILITY } from '@kushi/values/price'
import type { UseFormReturn } from 'react-hook-form'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { KeptTerms } from './kept-terms.tsx'
import { MemberSection } from './member-section.tsx'
import { ReturnSection } from './return-section.tsx'
import { SettingNav } from './setting-nav.tsx'
import {
  type TypedWrappingOffer,
  WrappingSection,
  wrappingOfferInput,
  wrappingOfferValues,
} from './wrapping-section.tsx'

const { Form, TextField, NumberField, SelectField, CheckField, Beside } = formFor<Values>()

export const loader = () => api('GET /admin/v1/setting/shop')

type Values = Omit<ShopSetting, 'version' | 'wrapping_offer'> & {
  corporate_words: string
  weekly: boolean[]
  wrapping_offer: TypedWrappingOffer
}

const weekdays = ['日', '月', '火', '水', '木', '金', '土']

const menus = [
  ['menu_mypage_top_on', 'マイページトップ'],
  ['menu_subscription_on', '定期便'],
  ['menu_purchase_on', '購入履歴'],
  ['menu_customer_on', '会員情報'],
  ['menu_shipping_on', 'お届け先'],
  ['menu_payment_on', 'お支払い方法'],
] as const

/** 店舗の設定: the seller, free delivery, and what customers see. */
export function Component() {
  const { version, ...setting } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const all = [{ key: 0, count: setting.running_subscriptions }]
  const kept = (what: string) => <KeptTerms running={all} what={what} />
  return (
    <Page
      title="店舗の設定"
      lead="保存すると、すぐにショップに反映されます。"
      actions={<ButtonLink to="/opening">公開と休業</ButtonLink>}
    >
      <SettingNav />
      <Form
        values={{
          ...setting,
          wrapping_offer: wrappingOfferValues(setting.wrapping_offer),
          weekly: weekdays.map((_, day) => setting.weekly_closed_days.includes(day)),
          corporate_words: '',
        }}
        submit="保存する"
        permission="setting.write"
        done="店舗の設定を保存しました"
        save={async (values) => {
          const {
            customer_rank_operation_start_date: start,
            customer_rank_operation_end_date: end,
            logo_url: _,
            running_subscriptions: __,
            weekly,
            ...others
          } = values
          await api('PUT /admin/v1/setting/shop', {
            body: {
              ...others,
              wrapping_offer: wrappingOfferInput(others.wrapping_offer),
              weekly_closed_days: weekly.flatMap((isClosed, day) => (isClosed ? [day] : [])),
              primary_color: others.primary_color || null,
              subscription_color: others.subscription_color || null,
              customer_rank_operation_start_date: start || null,
              customer_rank_operation_end_date: end || null,
              version,
            },
          })
          await revalidate()
        }}
      >
        {(form) => (
          <>
            <Section
              title="店舗と会社"
              lead="領収書、メール、問い合わせ先に印字されます。変えると今日からの取引の書類に印字され、これまでの取引の領収書や納品書は、そのときの表記のままです。"
            >
              <div className="grid gap-x-6 md:grid-cols-2">
                <TextField name="shop_name" label="店舗名" isRequired />
                <TextField name="company_name" label="会社名" isRequired />
                <TextField name="company_address" label="所在地" isRequired className="md:col-span-2" />
                <TextField
                  name="responsible_name"
                  label="運営統括責任者"
                  hint="特商法のページに出ます。代表者か、通信販売の責任者の氏名。"
                />
                <TextField name="phone_number" label="電話番号" type="tel" isRequired />
                <TextField
                  name="phone_hours"
                  label="電話の受付時間"
                  hint="例: 平日10時〜17時。電話番号の隣に、どこでも出ます。"
                />
                <TextField name="email" label="メールアドレス" type="email" isRequired />
                <TextField
                  name="registration_number"
                  label="適格請求書発行事業者の登録番号"
                  hint={<NumberHint number={form.watch('registration_number')} />}
                />
                <TextField
                  name="terms_version"
                  label="規約の版"
                  isRequired
                  hint="注文ごとに、同意した版として残ります。規約の文章とともに変えるときは「文章とページ」から。"
                />
              </div>
            </Section>
            <AppearanceSection />
            <Section
              title="定休日"
              lead="出荷をしない曜日です。お客様が選べる最短のお届け日は、定休日を数えずに決まります。年末年始などの休業は「予定」で決めます。"
            >
              <div className="flex flex-wrap gap-x-6">
                {weekdays.map((label, day) => (
                  <CheckField key={label} name={`weekly.${day}`} label={`${label}曜日`} className="mb-2!" />
                ))}
              </div>
              <Beside name="weekly_closed_days" />
            </Section>
            <Section title="送料無料">
              {kept('送料無料の条件')}
              <NumberField
                name="delivery_free_amount"
                label="送料が無料になる金額(ランクの割引前の商品代金、税込)"
                unit="円"
                hint="空欄にすると、送料無料はありません。差し込みを使った文章は、いっしょに変わります。"
              />
              <CheckField
                name="delivery_free_includes_cool"
                label="送料が無料のときは、クール代も無料にする"
                hint="外しておくと、送料無料の金額でも特典でも、クール代はかかります。"
              />
            </Section>
            <Section title="特典の割引">
              {kept('条件と上限')}
              <CheckField
                name="delivery_free_after_promotions"
                label="送料が無料になるかを、特典・クーポンの割引後の金額で決める"
                hint="外しておくと、割引前の金額で決めるので、割引で送料がかかるようになることはありません。"
              />
              <NumberField
                name="most_promotion_rate"
                label="特典を合わせた割引の上限"
                unit="%まで"
                isRequired
                hint="商品ごとの上限です。いくつ重なっても、これより引きません。100で上限なし。"
              />
            </Section>
            <WrappingSection />
            <ReturnSection />
            <Section title="会員ランクの表示">
              {kept('ランクの割引')}
              <CheckField name="customer_rank_use_flag" label="会員ランクと割引を使う" />
              <div className="grid max-w-[480px] gap-x-6 md:grid-cols-2">
                <TextField name="customer_rank_operation_start_date" type="date" label="開始日" />
                <TextField
                  name="customer_rank_operation_end_date"
                  type="date"
                  label="終了日"
                  hint="この日から使われなくなります。空欄なら続きます。"
                />
              </div>
            </Section>
            <Section title="マイページのメニュー" lead="チェックを外した項目は、お客様のメニューに出ません。">
              {setting.running_subscriptions > 0 && (
                <p className="mb-2 text-muted text-xs">
                  続いている定期便が{setting.running_subscriptions.toLocaleString('ja-JP')}
                  件あります。その方のメニューには、チェックを外しても「定期便」が出ます。解約や変更の入り口だからです。
                </p>
              )}
              <div className="grid gap-x-6 md:grid-cols-3">
                {menus.map(([name, label]) => (
                  <CheckField key={name} name={name} label={label} />
                ))}
              </div>
            </Section>
            <MemberSection />
            <Section title="卸・法人の店舗">
              <CheckField
                name="corporate_flag"
                label="この店舗を、法人・卸専用にする"
                hint="ヘッダーとメニューが法人向けになり、承認された取引先だけが登録できます。"
              />
              <CorporateWords form={form} setting={setting} />
              {form.watch('corporate_flag') && (
                <SelectField
                  name="price_visibility"
                  label="価格の公開"
                  choices={choicesOf(PRICE_VISIBILITY)}
                  className="max-w-[320px]"
                  hint="「承認した取引先だけ」にすると、ログインしていない方とページの検索結果には、価格も購入のボタンも出ません。"
                />
              )}
            </Section>
          </>
        )}
      </Form>
    </Page>
  )
}

function NumberHint({ number }: { number: string }) {
  if (number.trim() === '') return '空欄なら、領収書・納品書・メールに「登録なし(免税事業者)」と印字されます。'
  if (isRegistrationNumber(number) && !isCorporateNumber(number))
    return '法人番号としては検査用の数字が合いません。個人事業者の番号でなければ、打ち間違いがないかご確認ください。'
  return '「T」と数字13桁。請求書と領収書に印字されます。'
}

/** A change of the kind of shop must be confirmed by typing the shop's name. */
function CorporateWords({ form, setting }: { form: UseFormReturn<Values>; setting: Omit<ShopSetting, 'version'> }) {
  if (form.watch('corporate_flag') === setting.corporate_flag) return null
  return (
    <TextField
      name="corporate_words"
      label={`確認のため、店舗名「${setting.shop_name}」を入力してください`}
      hint={
        setting.corporate_flag
          ? '保存すると、取引先でない方も登録して購入できるようになります。'
          : '保存すると、承認された取引先のほかは購入できなくなります。'
      }
      isRequired
    />
  )
}
