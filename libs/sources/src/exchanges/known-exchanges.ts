/**
 * Every exchange that openExchange knows: the simulation, and the ids of the ccxt that we depend on (a test compares). Who only
 * checks whether there is one need not load ccxt for it, half a second and 80 MB.
 */
export const KNOWN_EXCHANGES: ReadonlySet<string> = new Set(
  `sim
  alpaca apex aster backpack bequant bigone binance binancecoinm binanceus binanceusdm bingx bit2c bitbank bitbns
  bitfinex bitflyer bitget bithumb bitopro bitrue bitso bitstamp bitteam bittrade bitvavo blockchaincom blofin btcbox
  btcmarkets btcturk btse bullish bybit bybiteu bybitid bydfi cex coinbase coinbaseexchange coinbaseinternational
  coincheck coinex coinmate coinone coinsph coinspot cryptocom cryptomus deepcoin delta deribit derive digifinex dydx
  extended fmfwio foxbit gate gateeu gemini grvt hashkey hibachi hitbtc hollaex htx hyperliquid independentreserve
  indodax kraken krakenfutures kucoin kucoinfutures latoken lbank lighter luno mercado mexc modetrade mudrex myokx
  nado ndax okx okxus onetrading p2b pacifica paradex paymium phemex poloniex revolutx tokocrypto toobit upbit weex
  whitebit woo woofipro xt zaif zebpay`.split(/\s+/),
);
