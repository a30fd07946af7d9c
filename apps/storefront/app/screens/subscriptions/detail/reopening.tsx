import type { Subscription } from '@kushi/contract/subscription'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { Answered } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SubscriptionEditor } from '../edit/subscription-editor.tsx'

/** The form of what is paused: it begins with what reopening would make of it, and reopens it in the same step. */
export function Reopening({ subscription: { id, version } }: { subscription: Subscription }) {
  const answer = useAnswer(`reopening.${id}.${version}`, (signal) =>
    quietApi('GET /v1/order/subscription/{id}/reopen', { params: { id } }, { signal }),
  )
  return (
    <Answered answer={answer} skeleton={<Skeleton className="h-96 w-full" />}>
      {({ after }) => (
        <div className="grid gap-6">
          <Notice title="内容を変更して再開します">確認画面で確定すると、この内容で定期便が再開されます。</Notice>
          <SubscriptionEditor subscription={after} />
        </div>
      )}
    </Answered>
  )
}
