import type { ShopSetting } from '@kushi/contract/admin/shop-setting'
import { WITHDRAWAL_CHANNEL_NAME } from '@kushi/values/account'
import { CLICK_ID_DAYS } from '@kushi/values/click-id'
import { CHANGE_DEADLINE_DAYS_RANGE } from '@kushi/values/limits'
import { PASSWORD_MAX_RANGE, PASSWORD_MIN_RANGE } from '@kushi/values/password'
import { FIRST_PRICE_AUDIENCE_NAME, RISK_CHECK_MODE_NAME } from '@kushi/values/person'
import { formatPhone, PHONE_DISPLAY, type PhoneDisplay } from '@kushi/values/phone'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'

const { NumberField, SelectField, CheckField } = formFor<ShopSetting>()

const displayChoices = choicesOf(PHONE_DISPLAY).map(({ value, label }) => ({
  value,
  label: `${label}(${formatPhone('09012345678', value as PhoneDisplay)})`,
}))

const firstPrices = choicesOf(FIRST_PRICE_AUDIENCE_NAME)

const riskChecks = choicesOf(RISK_CHECK_MODE_NAME)

/** The settings for members: display of phone numbers, 退会, 定期便の変更の締切, passwords. */
export function MemberSection() {
  return (
    <Section title="お客様の情報">
      <SelectField
        name="phone_display"
        label="電話番号の表示"
        choices={displayChoices}
        className="max-w-[320px]"
        hint="お届け先、納品書などでの見え方です。「一般的な区切り」では、市外局番の長さが決められない固定電話は数字だけで出ます。"
      />
      <CheckField
        name="device_check_flag"
        label="はじめての端末では、コードでご本人を確かめる"
        hint="登録されたカードでのご注文や、カード・お届け先・電話番号・メールアドレスの変更の前に、メールのコードを入力していただきます。一度確かめた端末では尋ねません。新しいカード(3Dセキュア)でのご注文には要りません。"
      />
      <SelectField
        name="withdrawal_by"
        label="退会の受け付け"
        choices={choicesOf(WITHDRAWAL_CHANNEL_NAME)}
        className="max-w-[320px]"
        hint="お電話で承ったときは、会員の画面から退会の手続きができます。"
      />
      <NumberField
        name="arranged_before_days"
        label="定期便の変更の締切"
        unit="日前"
        isRequired
        className="max-w-[320px]"
        hint={`お届けの何日前まで、お休みや変更を受け付けるか(${CHANGE_DEADLINE_DAYS_RANGE.from}〜${CHANGE_DEADLINE_DAYS_RANGE.to})。その翌日に、注文と請求が自動で行われます。遠いお届け先と休業日の前は、間に合うように早くなります。いま続いている定期便の締切は、お申し込みのときのままです。差し込みを使った文章は、いっしょに変わります。`}
      />
      <SelectField
        name="first_price_audience"
        label="初回価格の対象"
        choices={firstPrices}
        className="max-w-[480px]"
        hint="同じ方かは、電話番号・お名前とご住所・メールの受信箱・LINEで判定します。二度目の方には、確認画面で理由と通常の定期価格をお見せします。ご家族かもしれないときは承り、出荷の前に止めて確認していただきます。"
      />
      <SelectField
        name="risk_check"
        label="不正注文の審査(外部サービス)"
        choices={riskChecks}
        className="max-w-[480px]"
        hint="ご注文が確定する前に、金額・お支払い方法・定期便かどうか・点数・メールアドレスと、お届け先のお名前・電話番号・ご住所を外部のサービスに送って尋ねます。定期便の2回目からは尋ねません。要確認のご注文は出荷の前に止め、拒否のご注文は承りません。接続先は「アカウント」で登録し、プライバシーポリシーに書いてからお使いください。"
      />
      <CheckField
        name="cancel_detail_flag"
        label="定期便の解約に、理由の詳細も必要にする"
        hint="詳細の例は「選択肢の設定」の「解約の理由」で用意でき、お客様が押すとそのまま入ります。"
      />
      <CheckField
        name="click_id_flag"
        label="広告のクリックID(gclidなど)を注文に残す"
        hint={`広告媒体に成果を知らせるためのもので、${CLICK_ID_DAYS}日で消えます。オンにする前に、プライバシーポリシーに書いてください。ひな形には、オンのあいだだけ入ります。`}
      />
      <div className="grid max-w-[480px] gap-x-6 md:grid-cols-2">
        <NumberField
          name="reply_days_min"
          label="お返事の目安(早くて)"
          unit="営業日"
          isRequired
          hint="お問い合わせの画面と、受付のメールでお伝えします。"
        />
        <NumberField
          name="reply_days_max"
          label="お返事の目安(遅くて)"
          unit="営業日"
          isRequired
          hint="差し込み{お返事の目安}を使った文章も、いっしょに変わります。"
        />
      </div>
      <div className="grid max-w-[480px] gap-x-6 md:grid-cols-2">
        <NumberField
          name="password_min"
          label="パスワードの最小文字数"
          unit="文字"
          isRequired
          hint={`${PASSWORD_MIN_RANGE.from}〜${PASSWORD_MIN_RANGE.to}`}
        />
        <NumberField
          name="password_max"
          label="パスワードの最大文字数"
          unit="文字"
          isRequired
          hint={`${PASSWORD_MAX_RANGE.from}〜${PASSWORD_MAX_RANGE.to}。登録ずみのパスワードは、そのまま使えます。`}
        />
      </div>
    </Section>
  )
}
