import { useCustomer } from '../../state/session.ts'
import { Badge } from '../../ui/badge.tsx'

/** Who is here, with their rank where it is to be shown. A business is greeted by its company and manager. */
export function Greeting({ rank_name }: { rank_name: string | null }) {
  const customer = useCustomer()
  const isBusiness = customer?.account_type && customer.company_name
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 py-6 md:py-10">
      <h1 tabIndex={-1} className="text-xl md:text-2xl">
        <span className="mb-1 block font-gothic text-xs font-normal text-muted">マイページ</span>
        {isBusiness && <span className="block text-base">{customer.company_name}</span>}
        {customer && (
          <>
            {isBusiness && customer.manager_name ? customer.manager_name : `${customer.name01} ${customer.name02}`}
            <span className="ml-2 text-base font-normal">さま</span>
          </>
        )}
      </h1>
      {rank_name && (
        <p className="flex items-center gap-2 text-sm">
          <span className="text-muted">会員ランク</span>
          <Badge tone="leaf">{rank_name}</Badge>
        </p>
      )}
    </div>
  )
}
