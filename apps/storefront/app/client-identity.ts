/** Which shop this page belongs to and with which client's key its calls are signed. Nothing secret. */
export interface ClientIdentity {
  client_id: string
  client_key: string
  shop_id: number
  /** Where pictures are, with a slash at its end. */
  image_api: string
  /** The shop is closed, and only its members' own pages can be reached. */
  members_only: boolean
  /** The moment as of which an operator sees the shop; null: now. */
  as_of: string | null
}

/** What the server says besides, while it renders. */
export interface RenderedClient extends ClientIdentity {
  /** LINE is set up for this shop. */
  has_line: boolean
  /** Amazon Pay is. */
  has_amazon: boolean
}

/** As `data-*` of the `html` element: the browser needs it before any loader's data is there. */
export const identityAttributes = ({
  client_id,
  client_key,
  shop_id,
  image_api,
  members_only,
  as_of,
}: ClientIdentity) => ({
  'data-client-id': client_id,
  'data-client-key': client_key,
  'data-shop-id': shop_id,
  'data-image-api': image_api,
  'data-members-only': members_only ? '' : undefined,
  'data-as-of': as_of ?? undefined,
})

/** Reads it back in the browser. */
export function clientIdentity(): ClientIdentity {
  const { clientId = '', clientKey = '', shopId = '2', imageApi = '', membersOnly } = document.documentElement.dataset
  const members_only = membersOnly !== undefined
  const as_of = asOf()
  return {
    client_id: clientId,
    client_key: clientKey,
    shop_id: Number(shopId),
    image_api: imageApi,
    members_only,
    as_of,
  }
}

/** The moment as of which this page shows the shop to an operator; null: now. */
export const asOf = (): string | null =>
  typeof document === 'undefined' ? null : (document.documentElement.dataset.asOf ?? null)
