#ifndef EVALRUN_CPOSTGRES_H
#define EVALRUN_CPOSTGRES_H

// Finds the header of Debian's libpq-dev, of Homebrew's libpq (Apple silicon, Intel), or of another
// system. The library is not linked: LibPQ.swift opens it at first use.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#elif __has_include("/opt/homebrew/opt/libpq/include/libpq-fe.h")
#include "/opt/homebrew/opt/libpq/include/libpq-fe.h"
#elif __has_include("/usr/local/opt/libpq/include/libpq-fe.h")
#include "/usr/local/opt/libpq/include/libpq-fe.h"
#else
#include <libpq-fe.h>
#endif

/// Functions of libpq that evalrun calls, with the types of the header.
struct libpq {
    __typeof__(PQconninfoParse) *conninfoParse;
    __typeof__(PQconninfoFree) *conninfoFree;
    __typeof__(PQconnectdbParams) *connectdbParams;
    __typeof__(PQfinish) *finish;
    __typeof__(PQstatus) *status;
    __typeof__(PQtransactionStatus) *transactionStatus;
    __typeof__(PQerrorMessage) *errorMessage;
    __typeof__(PQconnectionNeedsPassword) *connectionNeedsPassword;
    __typeof__(PQconnectionUsedPassword) *connectionUsedPassword;
    __typeof__(PQsocket) *socket;
    __typeof__(PQserverVersion) *serverVersion;
    __typeof__(PQsslInUse) *sslInUse;
    __typeof__(PQsetnonblocking) *setnonblocking;
    __typeof__(PQenterPipelineMode) *enterPipelineMode;
    __typeof__(PQexitPipelineMode) *exitPipelineMode;
    __typeof__(PQpipelineSync) *pipelineSync;
    __typeof__(PQsendQueryParams) *sendQueryParams;
    __typeof__(PQsendQuery) *sendQuery;
    __typeof__(PQflush) *flush;
    __typeof__(PQconsumeInput) *consumeInput;
    __typeof__(PQisBusy) *isBusy;
    __typeof__(PQgetResult) *getResult;
    __typeof__(PQresultStatus) *resultStatus;
    __typeof__(PQresultErrorField) *resultErrorField;
    __typeof__(PQntuples) *ntuples;
    __typeof__(PQnfields) *nfields;
    __typeof__(PQgetvalue) *getvalue;
    __typeof__(PQgetlength) *getlength;
    __typeof__(PQgetisnull) *getisnull;
    __typeof__(PQcmdTuples) *cmdTuples;
    __typeof__(PQclear) *clear;
    __typeof__(PQfreemem) *freemem;
    __typeof__(PQsetNoticeReceiver) *setNoticeReceiver;
};

#endif
