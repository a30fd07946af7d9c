import type { Opening } from '@kushi/contract/admin/opening'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { State } from '../../ui/state.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

/** 自己点検: the confirmation of every kind of product, each item of the law with the words that meet it. */
export function Confirmations({ self_check }: Pick<Opening, 'self_check'>) {
  const { act, isBusy, refusal } = useAction()
  const mayWrite = useMay('setting.write')
  const products = [...Map.groupBy(self_check?.items ?? [], ({ subject }) => subject)]
  return (
    <div className="grid gap-4">
      {products.map(([subject, items]) => (
        <details key={subject}>
          <summary className="cursor-pointer">
            {subject}{' '}
            <State tone={items.every(({ is_met }) => is_met) ? 'good' : 'attention'}>
              {items.every(({ is_met }) => is_met) ? 'そろっています' : '足りません'}
            </State>
          </summary>
          <dl className="mt-2 grid gap-2">
            {items.map(({ label, is_met, said, fact }) => (
              <div key={label} className="grid gap-x-4 sm:grid-cols-[10rem_1fr]">
                <dt className="text-muted">{label}</dt>
                <dd>
                  {said}
                  {!is_met && <span className="text-danger">{` ${fact}`}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
      {self_check && (
        <p className="text-muted">
          前回の記録: <Time value={self_check.created_at} /> {self_check.actor_name}(
          {self_check.items.every(({ is_met }) => is_met)
            ? `${self_check.looked}項目がそろっていました`
            : `${self_check.items.filter(({ is_met }) => !is_met).length}項目が足りませんでした`}
          )
        </p>
      )}
      {refusal && (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
      {mayWrite && (
        <div>
          <Button isBusy={isBusy} onClick={() => void act(() => api('POST /admin/v1/opening/self-check'))}>
            {self_check ? 'もう一度、自己点検をする' : '自己点検をする'}
          </Button>
        </div>
      )}
    </div>
  )
}
