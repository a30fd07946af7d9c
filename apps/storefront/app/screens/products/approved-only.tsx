import type { ProductDetail } from '@kushi/contract/product'
import { useLocation } from 'react-router'
import { loginPath } from '../../navigate.ts'
import { useCustomer } from '../../state/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Shown instead of prices and buttons: states who can see prices, and how to apply. */
export function ApprovedOnly({ product }: { product: ProductDetail }) {
  const isMember = useCustomer() !== null
  const { pathname, search } = useLocation()
  return (
    <div className="grid content-start gap-6">
      <div className="grid gap-2">
        <h1 className="text-2xl md:text-3xl">{product.product_name}</h1>
        <p className="text-muted">{product.catch_copy}</p>
      </div>
      <Notice title="価格は、お取引先さまにお見せしています">
        {isMember
          ? 'お取引の審査が済むと、価格の表示とご購入ができるようになります。'
          : 'お取引のあるお客さまは、ログインすると価格の表示とご購入ができます。'}
      </Notice>
      {!isMember && (
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={loginPath(`${pathname}${search}`)}>ログインする</ButtonLink>
          <ButtonLink to="/supplier/apply" look="secondary">
            お取引を申し込む
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
