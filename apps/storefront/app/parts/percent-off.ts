interface PriceComparison {
  price: number | null
  is_price_proven: boolean
}

/**
 * The discount from the price of a single purchase in whole percent, rounded down. 0: no discount, or no price to compare
 * with: it is hidden, or was not charged long enough (二重価格表示).
 */
export const percentOff = ({ price: usual, is_price_proven }: PriceComparison, price: number | null): number =>
  is_price_proven && usual && price !== null && price < usual ? Math.floor((1 - price / usual) * 100 + 1e-9) : 0
