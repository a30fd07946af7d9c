import type { Experiment } from '@kushi/contract/admin/experiment'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Comparison } from '../../ui/comparison.tsx'

/** ペースのご提案 against none. */
export function PaceComparison({ experiment }: { experiment: Experiment }) {
  const mayWrite = useMay('setting.write')
  return (
    <Comparison
      experiment={experiment}
      lead="ご提案しなくても続けた方を引いた、お届けのペースのご提案だけの効果です。一部の定期便には、くじで、ご提案しません。お手元の残りは、どちらにもうかがいます。変更・お休み・解約の手順と、お約束したことは、どちらも変わりません。"
      mayStart={mayWrite}
      mayEnd={mayWrite}
      deed="お届けのペースをご提案"
      countedText="ご提案した定期便"
      start={(body) => api('POST /admin/v1/pace/experiment', { body })}
      end={() => api('POST /admin/v1/pace/experiment/end')}
    />
  )
}
