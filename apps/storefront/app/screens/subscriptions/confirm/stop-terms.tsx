import type { Subscription } from '@kushi/contract/subscription'
import { formatWithWeekday } from '@kushi/values/date-format'
import { useShop } from '../../../shell/use-shell.ts'
import { Row, Rows } from '../../../ui/rows.tsx'

/** Duration, last day for changes, and how to cancel. Deadlines are shown as dates. */
export function StopTerms({ after }: { after: Subscription }) {
  const phone = useShop()?.phone_number
  const { prepaid } = after
  return (
    <Rows>
      <Row label="お届けの期間" align="start">
        {prepaid
          ? `お支払い済みの残り${prepaid.remaining}回で終わり、自動では更新されません。`
          : '回数や期間のお約束はありません。解約のお申し出があるまで、同じ周期で続きます。'}
      </Row>
      <Row label="変更・お休み・解約の締め切り" align="start">
        次回({formatWithWeekday(after.next_delivery_date)}お届け分)は、
        <strong className="font-medium">{formatWithWeekday(after.change_deadline)}まで</strong>です。
      </Row>
      <Row label="解約の方法" align="start">
        マイページの「定期便一覧」でお手続きください。お電話({phone})でも承ります。解約料はかかりません。
      </Row>
      <Row label="返品・交換" align="start">
        お客さまのご都合による返品は、未開封・未使用に限り、商品が届いてから8日以内に承ります。返品の送料はお客さまのご負担です。不良品やお届け違いは、送料は当店が負担し、交換または返金いたします。
      </Row>
    </Rows>
  )
}
