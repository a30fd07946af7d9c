import { Link } from 'react-router'

/** Below the sums: what they do not include yet, and links to the terms. */
export const CartNotes = () => (
  <>
    <p className="text-xs text-muted">
      お支払い方法によっては手数料がかかります。お届け先により送料が変わる場合は、次の画面でお知らせします。
    </p>
    <p className="text-sm">
      <Link to="/contents/defrayal.html" className="text-link inline-flex min-h-tap items-center">
        特定商取引法に基づく表記
      </Link>
    </p>
  </>
)
