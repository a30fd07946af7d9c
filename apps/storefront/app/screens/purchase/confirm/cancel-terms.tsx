import { formatWithWeekday } from '@kushi/values/date-format'
import { yearlyCount } from '@kushi/values/subscription-status'
import { useShop } from '../../../shell/use-shell.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import type { Assessed } from './load-confirm.ts'

interface CancelTermsProps {
  assessed: Assessed
  isPeriodic: boolean
}

/** 変更・解約・返品: until when, how, and at what cost. Deadlines are shown as dates. */
export function CancelTerms({ assessed, isPeriodic }: CancelTermsProps) {
  const phone = useShop()?.phone_number
  const { change_deadline, next_delivery_date, arranged_before_days } = assessed
  return (
    <Rows>
      {isPeriodic && change_deadline && next_delivery_date && (
        <Row label="定期便の変更・お休み・解約" align="start">
          <p>
            2回目({formatWithWeekday(next_delivery_date)}お届け分)は、
            <strong className="font-medium">{formatWithWeekday(change_deadline)}まで</strong>
            変更・お休み・解約いただけます。3回目からは、お届け予定日の{arranged_before_days}
            日前まで(休業日の前など、それでは間に合わないときは、マイページでご案内するそれより早い日まで)です。
          </p>
          <p>マイページの「定期便一覧」でお手続きください。お電話({phone})でも承ります。解約料はかかりません。</p>
          {yearlyCount(assessed.items) !== null && (
            <p>途中で解約されても、お支払い済みの分は予定どおりお届けします。返金はございません。</p>
          )}
        </Row>
      )}
      <Row label="ご注文のキャンセル" align="start">
        発送の手配をする前に限り、お電話({phone})かお問い合わせフォームで承ります。
      </Row>
      <Row label="返品・交換" align="start">
        <p>
          お客さまのご都合による返品は、未開封・未使用に限り、商品が届いてから8日以内に承ります。返品の送料はお客さまのご負担です。
        </p>
        <p>不良品やお届け違いは、届いてから8日以内にご連絡ください。送料は当店が負担し、交換または返金いたします。</p>
      </Row>
      <Row label="お申し込みの期限" align="start">
        期限の定めはありません。在庫がなくなりしだい、受付を終了します。
      </Row>
    </Rows>
  )
}
