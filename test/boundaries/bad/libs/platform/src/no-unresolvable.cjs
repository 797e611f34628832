module.exports = require('./not-there');
